import { expect, test } from "vitest";
import { deliverySentence } from "#app/routes/emails/email-delivery";

const at = Date.UTC(2026, 2, 2, 13, 5);

test.each([
	[{ status: "SENT", attempts: 1, sentAt: at, dueAt: null }, "Sent March 2nd 2026, 14:05"],
	[{ status: "HELD", attempts: 0, sentAt: null, dueAt: at }, "Goes out March 2nd 2026, 14:05"],
	[{ status: "QUEUED", attempts: 0, sentAt: null, dueAt: at }, "Waits to be sent"],
	[{ status: "QUEUED", attempts: 2, sentAt: null, dueAt: at }, "Tried 2 times, again March 2nd 2026, 14:05"],
	[{ status: "FAILED", attempts: 1, sentAt: null, dueAt: null }, "Tried 1 time, not sent"],
] as const)("%j", (email, sentence) => {
	expect(deliverySentence(email, "Africa/Lagos")).toBe(sentence);
});
