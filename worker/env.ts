import * as v from "valibot";
import type { NotificationHub } from "#durable-objects/notification-hub/notification-hub";

/** Everything that the Worker is given: bindings of wrangler.toml, variables and secrets. */
export interface Env extends Settings {
	DB: D1Database;
	FILES: R2Bucket;
	EVENTS: Queue<EventMessage>;
	JOBS: Queue<JobMessage>;
	NOTIFICATION_HUB: DurableObjectNamespace<NotificationHub>;
	ASSETS?: Fetcher;
	/** Set when the services run in a Worker of their own. */
	SERVICES?: Fetcher;
}

/** Names the events of one commit; the consumer reads them from the database. */
export interface EventMessage {
	organisationId: string;
	eventIds: string[];
}

/** Names a slice of long work; the job reads the rest from its task. */
export interface JobMessage {
	organisationId: string;
	taskId: string;
	/** Set for an errand, which has no task: its name. The id then is that of its subject. */
	errand?: string | undefined;
}

/** Splits a setting at its spaces. */
export const wordsOf = (text: string): string[] => text.match(/\S+/g) ?? [];
const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const Url = v.pipe(v.string(), v.url("must be a URL"));
const Settings = v.object({
	ENVIRONMENT: v.picklist(["production", "development", "test"], "must be production, development or test"),
	/** Every signing key of the Worker is derived from it. */
	SECRET: v.pipe(v.string("must be set"), v.minLength(32, "must have at least 32 characters")),
	/** The portal's address: the host of every link in an email, and the only origin that may post forms. */
	PORTAL_ORIGIN: v.pipe(
		v.string("must be set"),
		v.url("must be a URL"),
		v.regex(/^https?:\/\/[^/]+$/, "must be an origin without a path"),
	),
	CLIENT_ID: v.optional(v.string(), "portal"),
	CLIENT_SECRET: v.pipe(v.string("must be set"), v.minLength(16, "must have at least 16 characters")),
	SERVICES_URL: v.optional(Url),
	GOOGLE_CLIENT_ID: v.optional(v.string()),
	GOOGLE_CLIENT_SECRET: v.optional(v.string()),
	GOOGLE_AUTHORIZE_URL: v.optional(Url, "https://accounts.google.com/o/oauth2/v2/auth"),
	GOOGLE_TOKEN_URL: v.optional(Url, "https://oauth2.googleapis.com/token"),
	GOOGLE_JWKS_URL: v.optional(Url, "https://www.googleapis.com/oauth2/v3/certs"),
	GOOGLE_ISSUER: v.optional(Url, "https://accounts.google.com"),
	/** Without its `/auth`: `https://host` or `https://host/api`. */
	AUTH_SERVICE_URL: v.optional(
		v.pipe(Url, v.regex(/^https?:\/\/[^?#@]+$/, "must be http(s)://… without credentials and query")),
	),
	/** Other portals whose staff sign in here, for a Worker that is their auth service. */
	SIGN_IN_PORTALS: v.optional(
		v.pipe(
			v.string(),
			v.check((text) => wordsOf(text).every(isOrigin), "must be origins without a path, a space between two"),
		),
		"",
	),
	MAIL_TRANSPORT: v.optional(v.picklist(["outbox", "smtp", "http"], "must be outbox, smtp or http"), "outbox"),
	MAIL_FROM: v.optional(
		v.pipe(
			v.string(),
			v.regex(/^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, "must be an address or Name <address>"),
		),
		"Matricula <no-reply@matricula.example>",
	),
	SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\/.+/, "must be smtp://… or smtps://…"))),
	// why: both become part of a call, whose error would repeat what cannot be sent.
	MAIL_API_URL: v.optional(
		v.pipe(Url, v.regex(/^https?:\/\/[^/?#@]+([/?#]|$)/, "must be http(s)://… without credentials")),
	),
	MAIL_API_KEY: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]*$/, "must be one word of ASCII"))),
	/** Where the stand-ins of the payment platforms are; production calls the platforms themselves. */
	PAYMENT_PROVIDERS_ORIGIN: v.optional(v.pipe(v.string(), v.check(isOrigin, "must be an origin without a path"))),
	/** The billing service, and the key that it knows this portal by; without them the plan is not shown. */
	BILLING_URL: v.optional(
		v.pipe(Url, v.regex(/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/, "must be http(s)://… without credentials")),
	),
	BILLING_API_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/, "must be one word of ASCII"))),
	/** Set by `npm run dev`: its reload script may run. */
	LIVE_RELOAD: v.optional(v.string()),
	/** scrypt's N; lower only in tests. */
	PASSWORD_COST: v.optional(v.pipe(v.string(), v.regex(/^\d+$/, "must be a number")), "16384"),
});
type Settings = v.InferOutput<typeof Settings>;

const complete = new WeakMap<object, Env>();

/**
 * The environment with its settings checked and their defaults filled in, once per isolate.
 * @throws {ConfigurationError} naming each setting that is missing or wrong.
 */
export const readEnv = (raw: Env): Env => {
	const known = complete.get(raw);
	if (known) return known;
	const parsed = v.safeParse(Settings, raw);
	if (!parsed.success) {
		const faults = parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
		throw new ConfigurationError(`The configuration is not complete: ${faults.join("; ")}.`);
	}
	const env = { ...raw, ...parsed.output };
	complete.set(raw, env);
	complete.set(env, env);
	return env;
};

/** Its message names settings, never their values. */
export class ConfigurationError extends Error {
	override name = "ConfigurationError";
}
