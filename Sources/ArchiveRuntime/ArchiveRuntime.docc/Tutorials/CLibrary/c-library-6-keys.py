import plistlib

with open("boat.archive", "rb") as file:
    archive = plistlib.load(file)
root = archive["$objects"][archive["$top"]["root"].data]
for key, value in root.items():
    print(key, "=", value)
