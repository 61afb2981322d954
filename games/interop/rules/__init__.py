"""The rules of Interop: deployments of internet protocols, and who may use whose."""
