import { expect, test } from "vitest";
import { deliverJobs } from "#tests/events/delivery";
import { openPayments, signPaystack } from "#tests/services/transactions/payments-fixture";

const open = async () => {
	const payments = await openPayments();
	const secret = payments.standIn.account.replace("pk_", "sk_");
	const send = async (body: string, signature?: string, token?: string) =>
		payments.webhook(body, { "x-paystack-signature": signature ?? (await signPaystack(secret, body)) }, token);
	return { ...payments, send };
};
const charge = (reference: string, id = 7) => JSON.stringify({ event: "charge.success", data: { id, reference } });

test("a signed call has the payment verified, and does nothing by its own words", async () => {
	const payments = await open();
	const { id, reference } = await payments.start();
	const answer = await payments.send(charge(reference));
	expect([answer.status, await answer.text()]).toEqual([200, ""]);
	expect((await payments.read(id)).status).toBe("pending");
	await deliverJobs(payments.queues.sentJobs.splice(0), { clock: payments.clock, bindings: payments.queues.bindings });
	expect((await payments.read(id)).status, "the platform says it is not paid").toBe("pending");
	await payments.deed(reference, "pay");
	await payments.send(charge(reference, 8));
	await deliverJobs(payments.queues.sentJobs.splice(0), { clock: payments.clock, bindings: payments.queues.bindings });
	expect((await payments.read(id)).status).toBe("success");
});

test("a call that comes again is answered and kept once", async () => {
	const payments = await open();
	const { id, reference } = await payments.start();
	const answers = await Promise.all(Array.from({ length: 5 }, () => payments.send(charge(reference))));
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
	expect((await payments.ledger(id)).filter(({ source }) => source === "webhook")).toHaveLength(1);
});

test.each([
	["no signature", 401, (send: Awaited<ReturnType<typeof open>>["send"]) => send(charge("x"), "")],
	["a wrong signature", 401, (send: Awaited<ReturnType<typeof open>>["send"]) => send(charge("x"), "ab".repeat(64))],
	[
		"another address",
		404,
		(send: Awaited<ReturnType<typeof open>>["send"]) => send(charge("x"), undefined, "nowhere".repeat(5)),
	],
	["an unknown reference", 404, (send: Awaited<ReturnType<typeof open>>["send"]) => send(charge("x"))],
	["a body that is no JSON", 400, (send: Awaited<ReturnType<typeof open>>["send"]) => send("{")],
	["a body without an event", 400, (send: Awaited<ReturnType<typeof open>>["send"]) => send("[]")],
])("%s gets %i", async (_name, status, ask) => {
	const { send } = await open();
	const answer = await ask(send);
	expect([answer.status, await answer.text()]).toMatchObject([status, expect.any(String)]);
});

test("an unknown reference is kept, and noted once for the exception desk", async () => {
	const payments = await open();
	await payments.send(charge("NOBODY"));
	await payments.send(charge("NOBODY"));
	await payments.send(charge("NOBODY", 9));
	expect(await payments.exceptions()).toMatchObject([{ kind: "unknown_reference", reference: "NOBODY" }]);
});

test("a platform that looks whether the address is there gets an answer", async () => {
	const { call, organisationId, token } = await open();
	expect((await call(`/payments/webhooks/${organisationId}/${token}`)).status).toBe(200);
	expect((await call(`/payments/webhooks/${organisationId}/${"x".repeat(30)}`)).status).toBe(404);
});
