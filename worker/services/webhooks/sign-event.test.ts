import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { secretOf, signedHeaders } from "./sign-event";

const owner = { organisationId: "crestfield", id: "hook-1", secretGeneration: 0 };

test("a secret is 256 bits in the form of Standard Webhooks, and another one after it was replaced", async () => {
	const secret = await secretOf("s".repeat(32), owner);
	expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
	expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
	expect(await secretOf("s".repeat(32), owner)).toBe(secret);
	for (const other of [{ secretGeneration: 1 }, { id: "hook-2" }, { organisationId: "lagoon" }])
		expect(await secretOf("s".repeat(32), { ...owner, ...other })).not.toBe(secret);
});

test("the signature is HMAC-SHA256 over id, timestamp and raw body", async () => {
	const secret = await secretOf("s".repeat(32), owner);
	const body = '{"type":"applicants.posted","name":"Ọláwálé"}';
	const headers = await signedHeaders(secret, { id: "event-1", body, now: 1_795_000_000_999 });
	const expected = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
		.update(`event-1.1795000000.${body}`)
		.digest("base64");
	expect(headers).toEqual({
		"webhook-id": "event-1",
		"webhook-timestamp": "1795000000",
		"webhook-signature": `v1,${expected}`,
	});
});
