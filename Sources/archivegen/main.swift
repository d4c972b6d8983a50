print("archivegen")
