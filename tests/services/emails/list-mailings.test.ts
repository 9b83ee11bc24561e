import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openMailFixture, refused } from "#tests/services/emails/mail-fixture";
import { testDb } from "#tests/support/factories";
import { mailingCounts, mailings } from "#worker/database/schema/emails";

interface Listed {
	data: { id: string; subject: string; kind: string; writtenBy: string; counts: Record<string, number> }[];
	resultTotal: number;
	next: string | null;
}

const pdf = () => new File(["%PDF-1.4\n%%EOF"], "guide.pdf", { type: "application/pdf" });

describe("GET /mailings", () => {
	it("lists what was written, newest first, with its writer and what became of its emails", async () => {
		const { write, deliver, transport, staff, ids } = await openMailFixture();
		transport.onSend = ({ to }) => {
			if (!to.startsWith(`${ids[0]}@`)) throw refused();
		};
		const first = await write({ subject: "First" });
		await deliver();
		staff.clock.advance(1_000);
		const second = await write({ subject: "Second" });
		const { body } = await staff.get<Listed>("/mailings?size=1");
		expect(body).toMatchObject({ resultTotal: 2, data: [{ id: second.body.mailingId, subject: "Second" }] });
		expect(body.data[0]?.counts).toEqual({ queued: 3, sent: 0, failed: 0 });
		const next = await staff.get<Listed>(body.next?.replace("/api", "") ?? "");
		expect(next.body).toMatchObject({ next: null, data: [{ id: first.body.mailingId, kind: "written" }] });
		expect(next.body.data[0]?.counts).toEqual({ queued: 0, sent: 1, failed: 2 });
		expect(next.body.data[0]?.writtenBy).not.toBe("");
	});

	it("finds mailings by words of the subject, and those of stage changes apart", async () => {
		const { write, staff, organisationId } = await openMailFixture();
		const written = await write({ subject: "Your Screening date" });
		const ofStage = await write({ subject: "You moved to screening" });
		const isOfStage = eq(mailings.id, ofStage.body.mailingId);
		await testDb().update(mailings).set({ eventId: "run", comment: null }).where(isOfStage);
		const idsOf = async (query: string) =>
			(await staff.get<Listed>(`/mailings?${query}`)).body.data.map(({ id }) => id);
		expect(await idsOf("keyword=screening")).toEqual([written.body.mailingId]);
		expect(await idsOf("keyword=date%20YOUR")).toEqual([written.body.mailingId]);
		expect(await idsOf("keyword=nothing")).toEqual([]);
		expect(await idsOf("kind=stage")).toEqual([ofStage.body.mailingId]);
		await testDb().update(mailings).set({ status: "gathering" }).where(eq(mailings.organisationId, organisationId));
		expect(await idsOf("")).toEqual([]);
	});

	it("keeps exact counts while emails come, are sent again and go", async () => {
		const { write, organisationId, ids } = await openMailFixture();
		const { mailingId } = (await write({ candidateIds: ids.slice(0, 2) })).body;
		const counts = () => testDb().select().from(mailingCounts).where(eq(mailingCounts.organisationId, organisationId));
		expect(await counts()).toMatchObject([{ mailingId, recipients: 2, sent: 0, failed: 0 }]);
		await testDb().delete(mailings).where(eq(mailings.id, mailingId));
		expect(await counts()).toEqual([]);
	});
});

describe("GET /mailings/:id", () => {
	it("shows the email as a recipient got it, as a page and as plain text, with its files", async () => {
		const { writeWith, deliver, staff, sent } = await openMailFixture();
		const { body } = await writeWith([pdf()]);
		await deliver();
		const { body: mailing } = await staff.get<{
			shown: { to: string; subject: string; text: string };
			attachments: { name: string }[];
		}>(`/mailings/${body.mailingId}`);
		const mail = sent.find(({ to }) => to === mailing.shown.to);
		expect(mailing.shown).toMatchObject({ subject: mail?.subject, text: mail?.text });
		expect(mailing.attachments.map(({ name }) => name)).toEqual(["guide.pdf"]);
		const page = await staff.request(`/mailings/${body.mailingId}/page`);
		expect(await page.text()).toContain("Come at nine.");
		expect(page.headers.get("content-security-policy")).toContain("sandbox");
		expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
	});
});
