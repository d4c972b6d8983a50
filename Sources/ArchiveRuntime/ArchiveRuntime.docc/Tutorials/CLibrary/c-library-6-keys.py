import plistlib

with open("boat.archive", "rb") as file:
    archive = plistlib.load(file)
objects = archive["$objects"]
root = objects[archive["$top"]["root"].data]
for key, value in root.items():
    if isinstance(value, plistlib.UID):
        value = objects[value.data]
    print(key, "=", value)
