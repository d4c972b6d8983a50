/// What `--version` prints. The changelog has an entry for each.
let toolVersion = "0.1.0"
