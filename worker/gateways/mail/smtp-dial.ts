import type { Socket } from "node:net";

interface Place {
	host: string;
	port: number;
	/** TLS from the first byte. */
	secure: boolean;
}

/**
 * Opens the connection to a mail server by its name. why not the library: it connects to the IP address, for which no
 * certificate is valid. @throws {Error} when the server does not respond in time, or its certificate is not its own
 */
export const dial = async ({ host, port, secure }: Place, timeoutMs: number): Promise<Socket> => {
	// why not imported above: a Worker that sends no email over SMTP need not load it.
	const [net, tls] = await Promise.all([import("node:net"), import("node:tls")]);
	const socket: Socket = secure ? tls.connect({ host, port, servername: host }) : net.connect({ host, port });
	let timer: ReturnType<typeof setTimeout> | undefined;
	try {
		await new Promise<void>((resolve, reject) => {
			timer = setTimeout(() => reject(new Error("Connection timeout")), timeoutMs);
			// why: it stays registered; an error between two listeners must not be a defect.
			socket.on("error", reject);
			socket.once("close", () => reject(new Error("Connection closed")));
			socket.once(secure ? "secureConnect" : "connect", () => resolve());
		});
		return socket;
	} catch (error) {
		socket.destroy();
		throw error;
	} finally {
		clearTimeout(timer);
	}
};
