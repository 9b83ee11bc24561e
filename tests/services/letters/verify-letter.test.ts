import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createOrganisation, createUser, signIn, testDb } from "#tests/support/factories";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import { codeLength, codeLetters, groupLetterCode } from "#worker/contract/text/letter-code";
import { applicantLog, applicants, letters } from "#worker/database/schema/applicants";
import { events } from "#worker/database/schema/records";
import { templates } from "#worker/database/schema/workflows";
import type { Letter } from "#worker/services/letters/contract";
import type { VerifiedLetter } from "#worker/services/letters/verification.contract";

type Verified = VerifiedLetter & { code?: string };
type Changed = Letter & { code: string; error?: string; fields?: Record<string, string[]> };

const openFixture = async () => {
	const staff = await openServicesFixture();
	const organisationId = staff.organisation.id;
	const template = { organisationId, id: "admission", name: "Admission letter", type: "document" as const };
	await testDb()
		.insert(templates)
		.values({ ...template, content: "<p>Dear {{firstName}}</p>", createdAt: 1, updatedAt: 1 });
	const applicant = await createApplicant(staff.application);
	const path = `/candidates/${applicant.id}/letters`;
	const make = async () => {
		staff.clock.advance(1_000);
		return (await staff.send<Changed>("POST", path, { templateId: template.id })).body;
	};
	return {
		staff,
		organisationId,
		applicant,
		path,
		make,
		verify: (code: string, of = organisationId) => staff.get<Verified>(`/public-letters/${of}/${code}`),
		history: async () => (await staff.get<{ data: Letter[] }>(path)).body.data,
		inForce: async () => (await staff.get(`/candidates/${applicant.id}`)).body.letter,
		withdraw: (id: string, reason = "A mistake", key?: string) =>
			staff.send<Changed>("POST", `${path}/${id}/withdrawal`, { reason }, key),
		replace: (id: string, body: object = { templateId: template.id, reason: "Misspelt" }, key?: string) =>
			staff.send<Changed>("POST", `${path}/${id}/replacement`, body, key),
		row: async (id: string) => (await testDb().select().from(letters).where(eq(letters.id, id)))[0],
		log: async () =>
			(await testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, applicant.id))).map(
				({ reason }) => reason,
			),
		eventTypes: async () =>
			(await testDb().select().from(events).where(eq(events.organisationId, organisationId))).map(({ type }) => type),
	};
};

describe("the code of a letter", () => {
	it("is on the letter, in groups and as a link, and on no preview", async () => {
		const { staff, organisationId, applicant, path, make } = await openFixture();
		const { id, code } = await make();
		expect(code).toMatch(new RegExp(`^[${codeLetters}]{${codeLength}}$`));
		const read = async (address: string) => readPdf(new Uint8Array(await (await staff.request(address)).arrayBuffer()));
		const { text } = await read(`${path}/${id}`);
		expect(text).toContain(groupLetterCode(code));
		expect(text).toContain(withoutSpaces(`/${organisationId}/verify/${code}`));
		const preview = (await read(`/candidates/${applicant.id}/letter-preview?templateId=admission`)).text;
		expect(preview).toContain(withoutSpaces("This is a preview."));
		expect(preview).not.toContain("/verify/");
	});

	it("is another one for each letter, also where they say the same", async () => {
		const { make } = await openFixture();
		const codes = [(await make()).code, (await make()).code, (await make()).code];
		expect(new Set(codes).size).toBe(3);
	});
});

describe("verifying a letter", () => {
	it("says that it is in force, with name, course and date as the letter has them, and nothing more", async () => {
		const { staff, applicant, make, verify } = await openFixture();
		const { code, createdAt } = await make();
		const [course] = staff.application.courses;
		const shown = {
			state: "in_force",
			name: "Adaeze Chinonso Okafor",
			course: `${course?.code} ${course?.title}`,
			createdAt,
		};
		expect(await verify(code)).toEqual({ status: 200, body: shown });
		await testDb()
			.update(applicants)
			.set({ lastName: "Bello", courseId: staff.application.courses[1]?.id ?? "" })
			.where(eq(applicants.id, applicant.id));
		expect((await verify(code)).body, "what the paper says").toEqual(shown);
	});

	it("takes the code as people type it", async () => {
		const { make, verify } = await openFixture();
		const { code } = await make();
		for (const typed of [groupLetterCode(code), groupLetterCode(code).toLowerCase(), ` ${code} `])
			expect((await verify(encodeURIComponent(typed))).body.state, typed).toBe("in_force");
	});

	it("counts each look with its time, and keeps nothing of who looked", async () => {
		const { staff, make, verify, history, row } = await openFixture();
		const { id, code } = await make();
		expect(await history()).toMatchObject([{ checks: 0, lastCheckedAt: null }]);
		await verify(code);
		staff.clock.advance(5_000);
		await verify(code);
		expect(await history()).toMatchObject([{ checks: 2, lastCheckedAt: staff.clock.now() }]);
		const stored = JSON.stringify(await row(id));
		expect(stored).not.toMatch(/cf-connecting|address|127\.0/);
	});

	it("does not know a code of another institution, an unknown one, or none", async () => {
		const { make, verify } = await openFixture();
		const { code } = await make();
		const { id: elsewhere } = await createOrganisation();
		const other = code.startsWith("2") ? `3${code.slice(1)}` : `2${code.slice(1)}`;
		expect(await verify(code, elsewhere)).toMatchObject({ status: 404, body: { code: "not_found" } });
		for (const unknown of [other, "short", "null", "%25", "x".repeat(64), `${code}2`])
			expect((await verify(unknown)).status, unknown).toBe(404);
	});

	it("does not find letters from before there were codes", async () => {
		const { make, verify, row } = await openFixture();
		const { id } = await make();
		await testDb().update(letters).set({ code: null }).where(eq(letters.id, id));
		expect((await verify("null")).status).toBe(404);
		expect((await row(id))?.checks).toBe(0);
	});

	it("makes only the address that tries too many codes wait", async () => {
		const { staff, make, organisationId } = await openFixture();
		const { code } = await make();
		const look = async (address: string) => {
			const headers = { "cf-connecting-ip": address };
			const response = await staff.request(`/public-letters/${organisationId}/${code}`, { headers });
			await response.body?.cancel();
			return response;
		};
		for (let tried = 0; tried < 60; tried++) expect((await look("203.0.113.9")).status).toBe(200);
		const refused = await look("203.0.113.9");
		expect(refused.status).toBe(429);
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		expect((await look("203.0.113.200")).status).toBe(200);
	});
});

describe("withdrawing a letter", () => {
	it("leaves the applicant without one; who verifies it learns so; its file and history stay", async () => {
		const { staff, path, make, verify, withdraw, history, inForce, log, eventTypes } = await openFixture();
		const { id, code } = await make();
		staff.clock.advance(1_000);
		const withdrawal = { reason: "A mistake", createdByName: "Hauwa Bello", createdAt: staff.clock.now() };
		expect(await withdraw(id)).toMatchObject({ status: 200, body: { id, state: "withdrawn", withdrawal } });
		expect((await verify(code)).body.state).toBe("withdrawn");
		expect(JSON.stringify((await verify(code)).body)).not.toContain("mistake");
		expect(await history()).toMatchObject([{ id, state: "withdrawn", withdrawal }]);
		expect(await inForce()).toBeNull();
		expect((await staff.request(`${path}/${id}`)).status).toBe(200);
		expect(await log()).toContain("Offer letter withdrawn: Admission letter. A mistake");
		expect(await eventTypes()).toContain("applicants.letter_withdrawn");
	});

	it("brings no earlier letter into force, and a later one is in force", async () => {
		const { make, verify, withdraw, history } = await openFixture();
		const [first, second] = [await make(), await make()];
		await withdraw(second.id);
		expect((await verify(first.code)).body.state).toBe("replaced");
		const third = await make();
		expect((await history()).map(({ id, state }) => [id, state])).toEqual([
			[third.id, "in_force"],
			[second.id, "withdrawn"],
			[first.id, "replaced"],
		]);
	});

	it("is refused for a letter that is not in force, without a reason, and for an unknown letter", async () => {
		const { staff, make, withdraw } = await openFixture();
		const [first, second] = [await make(), await make()];
		expect(await withdraw(first.id)).toMatchObject({ status: 409, body: { code: "letter_not_in_force" } });
		expect((await withdraw(second.id, " ")).body.fields?.reason).toEqual(["Enter the reason"]);
		expect((await withdraw("nothing")).status).toBe(404);
		const other = await createApplicant(staff.application);
		const elsewhere = `/candidates/${other.id}/letters/${second.id}/withdrawal`;
		expect((await staff.send("POST", elsewhere, { reason: "No" })).status).toBe(404);
		expect((await withdraw(second.id)).status).toBe(200);
		expect((await withdraw(second.id)).status).toBe(409);
	});

	it("happens once however often the form is sent", async () => {
		const { make, withdraw, log } = await openFixture();
		const { id } = await make();
		const [one, two] = [
			await withdraw(id, "A mistake", "key-00000001"),
			await withdraw(id, "A mistake", "key-00000001"),
		];
		expect(two).toEqual(one);
		expect((await log()).filter((line) => line?.startsWith("Offer letter withdrawn"))).toHaveLength(1);
	});

	it("happens once when two users do it at the same moment", async () => {
		const { make, withdraw, log } = await openFixture();
		const { id } = await make();
		const both = await Promise.all([withdraw(id, "One"), withdraw(id, "Two")]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect((await log()).filter((line) => line?.startsWith("Offer letter withdrawn"))).toHaveLength(1);
	});
});

describe("replacing a letter", () => {
	it("makes a new one, and who verifies the old one learns that it was replaced", async () => {
		const { staff, make, verify, replace, history, log } = await openFixture();
		const { id, code } = await make();
		staff.clock.advance(1_000);
		const replaced = await replace(id);
		expect(replaced).toMatchObject({ status: 201, body: { state: "in_force", templateName: "Admission letter" } });
		expect((await verify(code)).body.state).toBe("replaced");
		expect((await verify(replaced.body.code)).body.state).toBe("in_force");
		expect((await history()).map((one) => one.state)).toEqual(["in_force", "replaced"]);
		expect(await log()).toContain("Offer letter replaced: Admission letter. Misspelt");
		const [event] = (
			await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id))
		).filter(({ payload }) => JSON.stringify(payload).includes("replacedLetterId"));
		expect(event).toMatchObject({
			type: "applicants.letters_made",
			payload: { replacedLetterId: id, reason: "Misspelt", letterIds: [replaced.body.id] },
		});
	});

	it("is refused for a letter that is no longer in force, and keeps no file", async () => {
		const { make, withdraw, replace, history } = await openFixture();
		const [first, second] = [await make(), await make()];
		expect(await replace(first.id)).toMatchObject({ status: 409, body: { code: "letter_not_in_force" } });
		await withdraw(second.id);
		expect((await replace(second.id)).status).toBe(409);
		expect((await replace("nothing")).status).toBe(404);
		expect(await history()).toHaveLength(2);
	});

	it("needs a reason and a template that makes a letter", async () => {
		const { make, replace, history } = await openFixture();
		const { id } = await make();
		const missing = await replace(id, { templateId: "", reason: "" });
		expect(missing).toMatchObject({ status: 422 });
		expect(missing.body.fields).toMatchObject({ templateId: ["Choose a template"], reason: ["Enter the reason"] });
		expect(await replace(id, { templateId: "none", reason: "Misspelt" })).toMatchObject({
			status: 422,
			body: { code: "template_unknown" },
		});
		expect(await history()).toHaveLength(1);
	});

	it("happens once when two users do it at the same moment, or one sends it twice", async () => {
		const { make, replace, history } = await openFixture();
		const { id } = await make();
		const both = await Promise.all([replace(id), replace(id)]);
		expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
		const [newest] = await history();
		const body = { templateId: "admission", reason: "Again" };
		const one = await replace(newest?.id ?? "", body, "key-00000002");
		expect(await replace(newest?.id ?? "", body, "key-00000002")).toEqual(one);
		expect(await history()).toHaveLength(3);
	});
});

it("is for users who may change applicants", async () => {
	const { staff, make, path, organisationId } = await openFixture();
	const { id } = await make();
	const reader = await signIn(
		await createUser({ organisationId, privileges: ["candidate:r", "candiemail:c"] }),
		staff.clock.now(),
	);
	for (const [what, body] of [
		["withdrawal", { reason: "Mine" }],
		["replacement", { reason: "Mine", templateId: "admission" }],
	] as const) {
		const response = await staff.request(`${path}/${id}/${what}`, {
			method: "POST",
			body: JSON.stringify(body),
			headers: reader.headers,
		});
		expect(response.status, what).toBe(403);
		await response.body?.cancel();
	}
});
