import { expect, it } from "vitest";
import { openMailFixture, refused } from "#tests/services/emails/mail-fixture";
import { pdf } from "#tests/support/files";

/** Merges the second of two applicants into the first: both were sent a mailing with a file, one was sent another. */
const openMerged = async () => {
	const fixture = await openMailFixture();
	const { transport, ids, write, writeWith, deliver, staff } = fixture;
	const [kept = "", gone = "", third = ""] = ids;
	await writeWith([new File([pdf()], "plan.pdf")], { subject: "both" });
	transport.onSend = ({ to }) => {
		if (to.startsWith(`${gone}@`)) throw refused();
	};
	await deliver();
	transport.onSend = () => undefined;
	staff.clock.advance(1_000);
	await write({ subject: "one", candidateIds: [gone] });
	await deliver();
	const compared = await staff.get<Record<"first" | "second", { version: number; formVersion: number | null }>>(
		`/duplicates/comparison?firstId=${kept}&secondId=${gone}`,
	);
	const { first, second } = compared.body;
	const merged = await staff.send<{ mergeId: string }>("POST", "/duplicates/merges", {
		targetId: kept,
		sourceId: gone,
		targetVersion: first.version,
		sourceVersion: second.version,
		targetFormVersion: first.formVersion,
		sourceFormVersion: second.formVersion,
		sourceFields: [],
		comment: "",
	});
	expect(merged.status).toBe(201);
	const { mergeId } = merged.body;
	return { ...fixture, kept, gone, third, mergeId };
};

it("lists the emails of both merged applicants once each with the target, and counts them", async () => {
	const { staff, kept, gone, third, mergeId, emailsOf, mails } = await openMerged();
	const listed = await emailsOf(kept);
	expect(listed.map(({ subject, status }) => [subject, status])).toEqual([
		["one", "SENT"],
		["both", expect.stringMatching(/SENT|FAILED/)],
		["both", expect.stringMatching(/SENT|FAILED/)],
	]);
	expect(new Set(listed.map(({ id }) => id)).size).toBe(3);
	expect(listed.map(({ status }) => status).sort()).toEqual(["FAILED", "SENT", "SENT"]);
	expect((await staff.get(`/email/candidates/${kept}?size=1&page=2`)).body).toMatchObject({
		resultTotal: 3,
		data: [{ id: listed[2]?.id }],
	});
	const comparison = await staff.get(`/duplicates/comparison?firstId=${kept}&secondId=${third}`);
	expect(comparison.body).toMatchObject({
		first: { belongings: { emails: 3 } },
		second: { belongings: { emails: 1 } },
	});
	expect((await staff.get(`/duplicates/merges/${mergeId}`)).body).toMatchObject({ moved: { emails: 2 } });
	expect(await emailsOf(third)).toHaveLength(1);

	const stays = (await mails()).filter(({ applicantId }) => applicantId === gone);
	expect(stays, "an applicant has one email of a mailing").toHaveLength(1);
	await staff.send("POST", `/duplicates/merges/${mergeId}/undo`);
	expect((await emailsOf(gone)).map(({ subject }) => subject)).toEqual(["one", "both"]);
	expect((await emailsOf(kept)).map(({ subject }) => subject)).toEqual(["both"]);
});

it("opens an email to the source as the target's, and sends it again to the target's address", async () => {
	const { staff, kept, third, deliver, sent, emailsOf, log } = await openMerged();
	const failed = (await emailsOf(kept)).find(({ status }) => status === "FAILED");
	const [file] = (failed?.attachments ?? []) as { id: string }[];
	const response = await staff.request(`/email/candidates/${kept}/attachments/${file?.id}`);
	expect(response.status).toBe(200);
	await response.arrayBuffer();
	const resend = (id: string) =>
		staff.send<{ code?: string }>("POST", `/email/candidates/${id}/resend`, { emailId: failed?.id });
	expect((await resend(third)).status).toBe(404);
	expect((await resend(kept)).status).toBe(200);
	const before = sent.length;
	await deliver();
	expect(sent.slice(before)).toMatchObject([{ id: failed?.id, to: `${kept}@mail.example` }]);
	expect((await emailsOf(kept)).map(({ status }) => status)).toEqual(["SENT", "SENT", "SENT"]);
	const lines = (await log()).filter(({ id }) => id === failed?.id);
	expect(lines, "the log of the target has the line").toMatchObject([{ applicantId: kept }]);
});
