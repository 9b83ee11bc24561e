import * as v from "valibot";
import type { NotificationHub } from "#durable-objects/notification-hub/notification-hub";
import type { WorkersAi } from "#worker/gateways/language-models/workers-ai";
import { refuseAddress } from "#worker/gateways/outside-address";

/** Everything that the Worker is given: bindings of wrangler.toml, variables and secrets. */
export interface Env extends Settings {
	DB: D1Database;
	FILES: R2Bucket;
	EVENTS: Queue<EventMessage>;
	JOBS: Queue<JobMessage>;
	ERRANDS: Queue<JobMessage>;
	NOTIFICATION_HUB: DurableObjectNamespace<NotificationHub>;
	ASSETS?: Fetcher;
	/** Set when the services run in a Worker of their own. */
	SERVICES?: Fetcher;
	/** Workers AI, where the assistant uses a model of it. */
	AI?: WorkersAi;
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

/** A key that goes into a header. */
const Key = v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]+$/, "must be one word of ASCII"));
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
	/** Text messages are switched off unless they are configured. */
	SMS_TRANSPORT: v.optional(v.picklist(["off", "outbox", "termii"], "must be off, outbox or termii"), "off"),
	SMS_FROM: v.optional(
		v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{1,9}[A-Za-z0-9]$/, "must be 3 to 11 letters and digits")),
	),
	/** What one message costs, of which a long SMS takes several: "NGN 4.50". */
	SMS_PRICE: v.optional(
		v.pipe(
			v.string(),
			v.regex(/^(?:NGN|USD|GBP|EUR) \d{1,4}(?:\.\d{1,2})?$/, "must be a currency and an amount, such as NGN 4.50"),
		),
	),
	TERMII_URL: v.optional(
		v.pipe(Url, v.regex(/^https?:\/\/[^/?#@]+\/?$/, "must be http(s)://… without credentials and path")),
		"https://v3.api.termii.com",
	),
	TERMII_API_KEY: v.optional(Key),
	TERMII_CHANNEL: v.optional(v.picklist(["generic", "dnd"], "must be generic or dnd"), "generic"),
	/** Where the stand-ins of the payment platforms are; production calls the platforms themselves. */
	PAYMENT_PROVIDERS_ORIGIN: v.optional(v.pipe(v.string(), v.check(isOrigin, "must be an origin without a path"))),
	/** The billing service, and the key that it knows this portal by; without them the plan is not shown. */
	BILLING_URL: v.optional(
		v.pipe(Url, v.regex(/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/, "must be http(s)://… without credentials")),
	),
	BILLING_API_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/, "must be one word of ASCII"))),
	/** Who turns the words of the assistant's screen into criteria; what a model writes is checked, and read here where it is wrong. */
	ASSISTANT_TRANSLATOR: v.optional(
		v.picklist(["built-in", "openai", "anthropic", "workers-ai"], "must be built-in, openai, anthropic or workers-ai"),
		"built-in",
	),
	/** The model's service; its own published address unless set. */
	ASSISTANT_URL: v.optional(
		v.pipe(Url, v.regex(/^https?:\/\/[^?#@]+$/, "must be http(s)://… without credentials and query")),
	),
	ASSISTANT_API_KEY: v.optional(Key),
	ASSISTANT_MODEL: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,100}$/, "must be one word of ASCII"))),
	/** How often a day an institution has words read by the model. */
	ASSISTANT_DAILY_LIMIT: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/, "must be a number")), "200"),
	/** Off removes the service worker, and everything it has kept, from every browser that had it. */
	SERVICE_WORKER: v.optional(v.picklist(["on", "off"], "must be on or off"), "on"),
	/** Set by `npm run dev`: its reload script may run. */
	LIVE_RELOAD: v.optional(v.string()),
	/** scrypt's N; lower only in tests. */
	PASSWORD_COST: v.optional(v.pipe(v.string(), v.regex(/^\d+$/, "must be a number")), "16384"),
});

/** Returns what is wrong between settings: the name, and why. */
const faultsBetween = (settings: v.InferOutput<typeof Settings>, raw: Env): string[] => {
	const { ASSISTANT_TRANSLATOR: translator, ASSISTANT_URL: url, ENVIRONMENT, PORTAL_ORIGIN } = settings;
	if (translator === "built-in") return [];
	const needed = translator === "workers-ai" ? [] : (["ASSISTANT_API_KEY"] as const);
	const missing = (["ASSISTANT_MODEL", ...needed] as const).filter((name) => settings[name] === undefined);
	const isBindingMissing = translator === "workers-ai" && raw.AI === undefined;
	// why as strict as for an address that staff enter: words of the institution, and the key, are sent there.
	const refusal = url && refuseAddress(url, { isLocal: ENVIRONMENT !== "production", ownOrigin: PORTAL_ORIGIN });
	return [
		...[...missing, ...(isBindingMissing ? ["the binding AI"] : [])].map(
			(name) => `${name} must be set, because ASSISTANT_TRANSLATOR is ${translator}`,
		),
		...(refusal ? [`ASSISTANT_URL is not called: ${refusal}`] : []),
	];
};
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
	const faults = parsed.success
		? faultsBetween(parsed.output, raw)
		: parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
	if (!parsed.success || faults.length > 0)
		throw new ConfigurationError(`The configuration is not complete: ${faults.join("; ")}.`);
	const env = { ...raw, ...parsed.output };
	complete.set(raw, env);
	complete.set(env, env);
	return env;
};

/** Its message names settings, never their values. */
export class ConfigurationError extends Error {
	override name = "ConfigurationError";
}
