// Loaded before programs that would listen on every address of the machine: they listen on this machine only. Naming a host in
// `listen` would do the same, but later, and some programs ask for the port at once.
const { Server } = require("node:net");
const listen = Server.prototype._listen2;

Server.prototype._listen2 = function (address, port, type, ...rest) {
    const isAnywhere = port >= 0 && (!address || address === "0.0.0.0" || address === "::");
    return isAnywhere ? listen.call(this, "127.0.0.1", port, 4, ...rest) : listen.call(this, address, port, type, ...rest);
};
