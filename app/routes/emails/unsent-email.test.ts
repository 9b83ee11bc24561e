import { expect, test } from "vitest";
import { unsentEmail } from "#app/routes/emails/unsent-email";
import { problem } from "#worker/contract/problems";

test("keeps an email that got no response as it was typed, with the reason", () => {
	const form = new FormData();
	const typed = { to: "selected", applicationId: "a1", subject: "Hello", message: "<p>Ọlá</p>", idempotencyKey: "k1" };
	for (const [name, value] of Object.entries(typed)) form.set(name, value);
	form.append("attachments", new File(["%PDF-"], "letter.pdf"));
	const answer = unsentEmail({ form, problem: problem("network") });
	expect(answer.typed).toMatchObject(typed);
	expect(answer.errors).toEqual({ "": ["Poor internet connections"] });
	expect(answer.files).toEqual(["letter.pdf"]);
});
