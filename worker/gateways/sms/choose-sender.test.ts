import { afterEach, expect, test, vi } from "vitest";
import type { RequestContext } from "#worker/context";
import { type Env, readEnv } from "#worker/env";
import { chooseSender } from "#worker/gateways/sms/choose-sender";

const settings = {
	ENVIRONMENT: "test",
	SECRET: "a secret of the test, 32 characters",
	CLIENT_SECRET: "client secret of the test",
	PORTAL_ORIGIN: "https://portal.test",
};
const sms = { organisationId: "acme", id: "s-1", to: "08031234567", text: "Hi" };

/** The sender of these settings, and what it writes to the organisation's outbox. */
const senderOf = (more: Record<string, string>) => {
	const outbox: unknown[] = [];
	// why: of the database, the outbox only inserts; the rest is not there to be used.
	const database = {
		insert: () => ({ values: (row: unknown) => ({ onConflictDoNothing: async () => outbox.push(row) }) }),
	};
	const ctx = {
		env: readEnv({ ...settings, ...more } as unknown as Env),
		databaseFor: (organisationId: string) => (organisationId === "acme" ? database : undefined),
		now: () => 7,
	} as unknown as RequestContext;
	return { sender: () => chooseSender(ctx), outbox };
};

afterEach(() => vi.unstubAllGlobals());

test("nothing leaves unless told: texts are kept in the organisation's outbox", async () => {
	const network = vi.fn();
	vi.stubGlobal("fetch", network);
	const { sender, outbox } = senderOf({ SMS_API_KEY: "k" });
	await sender().send(sms);
	expect(outbox).toMatchObject([{ organisationId: "acme", id: "s-1", recipient: "2348031234567", createdAt: 7 }]);
	expect(network).not.toHaveBeenCalled();
});

test("http goes to the provider with the key, from SMS_FROM", async () => {
	const network = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ message_id: "1" }));
	vi.stubGlobal("fetch", network);
	const { sender, outbox } = senderOf({
		SMS_TRANSPORT: "http",
		SMS_API_KEY: "TL",
		SMS_FROM: "Acme",
		SMS_CHANNEL: "dnd",
	});
	await sender().send(sms);
	const [url, init] = network.mock.calls[0] ?? [];
	expect(url).toBe("https://api.ng.termii.com/api/sms/send");
	expect(JSON.parse(String(init?.body))).toMatchObject({ api_key: "TL", from: "Acme", channel: "dnd" });
	expect(outbox).toEqual([]);
});

test("a key that is not set is named", () => {
	expect(senderOf({ SMS_TRANSPORT: "http" }).sender).toThrow("SMS_API_KEY is not set");
});
