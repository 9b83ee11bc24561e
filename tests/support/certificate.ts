import { generateKeyPairSync, sign } from "node:crypto";

/** Encodes a part of a certificate in DER: its type, length and content. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
	const content = Buffer.concat(parts);
	const size = content.length;
	const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
	return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const object = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const text = (tag: number, value: string) => der(tag, Buffer.from(value));

const ecdsaWithSha256 = sequence(object("2a8648ce3d040302"));
const commonName = (name: string) => sequence(der(0x31, sequence(object("550403"), text(0x0c, name))));
const time = (date: Date) => text(0x18, `${date.toISOString().replace(/[-:T]|\.\d+/g, "")}`);
const isOwnAuthority = sequence(object("551d13"), der(0x04, sequence(der(0x01, Buffer.from([0xff])))));
const namedHost = (host: string) => sequence(object("551d11"), der(0x04, sequence(text(0x82, host))));

const asPem = (label: string, bytes: Uint8Array): string =>
	`-----BEGIN ${label}-----\n${Buffer.from(bytes)
		.toString("base64")
		.replace(/.{64}/g, "$&\n")
		.trim()}\n-----END ${label}-----\n`;

/** Returns a key and a self-signed certificate that is valid for a day, for the servers that tests start. */
export const makeCertificate = (host: string): { key: string; cert: string } => {
	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const dayMs = 86_400_000;
	const signed = sequence(
		der(0xa0, der(0x02, Buffer.from([2]))),
		der(0x02, Buffer.from([1])),
		ecdsaWithSha256,
		commonName(host),
		sequence(time(new Date(Date.now() - dayMs)), time(new Date(Date.now() + dayMs))),
		commonName(host),
		publicKey.export({ type: "spki", format: "der" }),
		der(0xa3, sequence(isOwnAuthority, namedHost(host))),
	);
	const signature = der(0x03, Buffer.from([0]), sign("sha256", signed, privateKey));
	return {
		key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
		cert: asPem("CERTIFICATE", sequence(signed, ecdsaWithSha256, signature)),
	};
};
