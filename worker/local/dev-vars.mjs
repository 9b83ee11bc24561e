import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";

const path = ".dev.vars";

const secret = () => randomBytes(32).toString("base64url");

/** The settings of this machine, with secrets made up the first time. worker/env.ts says what else may be set. */
export const readDevVars = (port) => {
	if (!existsSync(path)) {
		const lines = [
			'ENVIRONMENT="development"',
			`PORTAL_ORIGIN="http://localhost:8787"`,
			`SECRET="${secret()}"`,
			`CLIENT_SECRET="${secret()}"`,
		];
		writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o600 });
	}
	const vars = parseEnv(readFileSync(path, "utf8"));
	const origin = atPort(vars.PORTAL_ORIGIN, port);
	return { ...localGoogle(origin), ...vars, PORTAL_ORIGIN: origin };
};

/** The stand-in for Google that the Worker itself serves outside production, over HTTP like the real one. */
export const localGoogle = (origin) => ({
	GOOGLE_CLIENT_ID: "local-google",
	GOOGLE_CLIENT_SECRET: "local-google-secret",
	GOOGLE_AUTHORIZE_URL: `${origin}/api/dev/google/authorize`,
	GOOGLE_TOKEN_URL: `${origin}/api/dev/google/token`,
	GOOGLE_JWKS_URL: `${origin}/api/dev/google/certs`,
	GOOGLE_ISSUER: origin,
});

/** why: forms are accepted from this origin only, so it must follow PORT; a host of one's own stays. */
const atPort = (origin = "http://localhost:8787", port) =>
	new URL(origin).hostname === "localhost" ? `http://localhost:${port}` : origin;

const portFile = (state) => `${state}/port`;

/** Remembers at which port the data of a folder is served: commands print links to it. */
export const keepPort = (state, port) => writeFileSync(portFile(state), String(port));

/** @returns the port that PORT says, or else the one at which the data was served last */
export const portOf = (state, said = process.env.PORT) =>
	Number(said ?? (existsSync(portFile(state)) ? readFileSync(portFile(state), "utf8") : 8787));

/** Where the stand-ins of the payment platforms listen beside a portal. why fixed: payments name their pages there. */
export const providersPort = (port) => Number(process.env.PAYMENT_PROVIDERS_PORT ?? port + 10);

/** The file of their books, beside the portal's data. */
export const providersBooks = (state) => `${state}/payment-providers.json`;

/** Where the stand-in of language models listens beside a portal that uses it. */
export const modelPort = (port) => Number(process.env.MODEL_PROVIDER_PORT ?? port + 12);

/** Where the stand-in of the SMS provider listens beside a portal. */
export const smsPort = (port) => Number(process.env.SMS_PROVIDER_PORT ?? port + 11);
