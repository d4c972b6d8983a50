/// The version that `--version` prints. The changelog has an entry for each version.
let toolVersion = "0.1.0"
