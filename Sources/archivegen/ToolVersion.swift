/// The version that `--version` prints. A checkout has the next release's version with "-dev", which `make release` removes.
let toolVersion = "0.2.0-dev"
