// The templates are embedded by Package.swift as PackageResources.
