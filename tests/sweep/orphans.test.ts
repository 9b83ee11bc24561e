import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { testClock } from "#tests/support/clock";
import { createApplicant, createInvitation, createReferee, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { sweeps } from "#worker/background";
import { applicants, letters, refereeInvitations } from "#worker/database/schema/applicants";
import { attachments, formDrafts } from "#worker/database/schema/forms";
import { templates } from "#worker/database/schema/workflows";
import type { Env } from "#worker/env";
import { sweep } from "#worker/sweep/sweep";

const hourMs = 3_600_000;
const sweepAfter = (hours: number) =>
	sweep(
		{ ...env, ...keepingQueues().bindings },
		{
			sweeps,
			clock: testClock(Date.now() + hours * hourMs),
		},
	);

/** Returns bindings whose database calls `batch` instead once a file has been stored. */
const afterPut = (batch: (statements: D1PreparedStatement[]) => Promise<never>): Partial<Env> => {
	let isPut = false;
	const put = async (...file: Parameters<R2Bucket["put"]>) => {
		isPut = true;
		return env.FILES.put(...file);
	};
	return {
		FILES: replacing(env.FILES, { put }),
		DB: replacing(env.DB, {
			batch: (statements: D1PreparedStatement[]) => (isPut ? batch(statements) : env.DB.batch(statements)),
		}),
	};
};

const openFixture = async (bindings: Partial<Env> = {}) => {
	const staff = await openServicesFixture({ bindings });
	const organisationId = staff.organisation.id;
	const applicant = await createApplicant(staff.application);
	const template = { organisationId, id: `template-${organisationId}`, name: "Letter", type: "document" as const };
	await testDb()
		.insert(templates)
		.values({ ...template, content: "<p>Dear {{firstName}}</p>", createdAt: 1, updatedAt: 1 });
	const path = `/candidates/${applicant.id}/letters`;
	return {
		staff,
		organisationId,
		applicant,
		path,
		make: () => staff.send<{ id: string }>("POST", path, { templateId: template.id }),
		history: async () => (await staff.get(path)).body.data ?? [],
		stored: async (prefix = `letters/${organisationId}/`) =>
			(await env.FILES.list({ prefix })).objects.map(({ key }) => key),
	};
};

beforeEach(() => env.FILES.delete("sweep/orphans.json"));

describe("the file of a letter", () => {
	it("is swept half a day later when the Worker ends before the row is written", async () => {
		const put = async (...file: Parameters<R2Bucket["put"]>) => {
			await env.FILES.put(...file);
			throw new Error("evicted");
		};
		const { make, history, stored } = await openFixture({ FILES: replacing(env.FILES, { put }) });
		expect((await make()).status).toBe(500);
		await sweepAfter(11);
		expect(await stored()).toHaveLength(1);
		await sweepAfter(18);
		expect([await history(), await stored()]).toEqual([[], []]);
	});

	it("is deleted at once when the database refuses the row", async () => {
		const { make, stored, applicant } = await openFixture(
			afterPut(() => Promise.reject(new Error("the database went away"))),
		);
		expect((await make()).status).toBe(500);
		expect(await stored()).toEqual([]);
		expect(await testDb().select().from(letters).where(eq(letters.applicantId, applicant.id))).toEqual([]);
	});

	it("is kept when the row was written although the database's response was lost", async () => {
		const { make, applicant, stored } = await openFixture(
			afterPut(async (statements) => {
				await env.DB.batch(statements);
				throw new Error("connection lost");
			}),
		);
		expect((await make()).status).toBe(500);
		await sweepAfter(18);
		const [letter] = await testDb().select().from(letters).where(eq(letters.applicantId, applicant.id));
		expect(await stored()).toEqual([letter?.objectKey]);
	});

	it("responds 404 without an error when the store has lost it", async () => {
		const { make, staff, path, stored } = await openFixture();
		const { body } = await make();
		await env.FILES.delete(await stored());
		const lost = await staff.get(`${path}/${body.id}`);
		expect(lost).toMatchObject({ status: 404, body: { code: "not_found", error: "Not Found" } });
	});
});

describe("the sweep of the store", () => {
	it("keeps only files that belong to a letter, an attachment, a draft or a passport picture", async () => {
		const { staff, organisationId, applicant, stored } = await openFixture();
		const submissionId = applicant.submissionId ?? "";
		const folder = `${organisationId}/forms/${submissionId}/`;
		const letterKey = `letters/${organisationId}/${applicant.id}/kept.pdf`;
		const names = ["attached.pdf", "waiting.pdf", "photo.jpg"] as const;
		const [attached, waiting, photo] = names.map((name) => folder + name);
		const orphans = [`${folder}orphan.pdf`, `letters/${organisationId}/${applicant.id}/orphan.pdf`];
		const others = [`${organisationId}.png`, `letters/forms/${organisationId}/a.pdf`];
		for (const key of [letterKey, attached, waiting, photo, ...orphans, ...others]) await env.FILES.put(key ?? "", "x");
		const file = { fieldId: "f", name: "n.pdf", mimetype: "application/pdf", size: 1 };
		await testDb().insert(letters).values({
			organisationId,
			id: "kept",
			applicantId: applicant.id,
			templateId: "t",
			templateName: "T",
			objectKey: letterKey,
			size: 1,
			createdBy: "u",
			createdByName: "U",
			createdAt: 1,
		});
		await testDb()
			.insert(attachments)
			.values({
				...file,
				organisationId,
				id: `a-${organisationId}`,
				submissionId,
				title: "t",
				section: "s",
				objectKey: attached ?? "",
				createdAt: 1,
			});
		await testDb()
			.insert(formDrafts)
			.values({
				organisationId,
				userId: staff.user.id,
				submissionId,
				version: 1,
				data: {},
				removedFiles: [],
				repeats: { sections: {}, rows: {} },
				files: [{ ...file, id: "w", objectKey: waiting ?? "" }],
				updatedAt: Date.now(),
			});
		await testDb().update(applicants).set({ photoKey: photo }).where(eq(applicants.id, applicant.id));
		await sweepAfter(18);
		expect(await stored()).toEqual([letterKey]);
		expect(await stored(folder)).toEqual([attached, photo, waiting]);
		for (const key of others) expect(await env.FILES.head(key)).not.toBeNull();
	});

	it("pages through the whole store, and does not start again at once", async () => {
		const lists: (R2ListOptions | undefined)[] = [];
		const list = async (options?: R2ListOptions) => {
			if (options?.prefix) return env.FILES.list(options);
			lists.push(options);
			return env.FILES.list({ ...options, limit: 2 });
		};
		const keys = ["zzx/a/1.pdf", "zzx/a/2.pdf", "zzx/b/1.pdf", "zzy/a/1.pdf"].map((name) => `letters/${name}`);
		for (const key of keys) await env.FILES.put(key, "x");
		const FILES = replacing(env.FILES, { list });
		const clock = testClock(Date.now() + 24 * hourMs);
		const run = () => sweep({ ...env, ...keepingQueues().bindings, FILES }, { sweeps, clock });
		const place = async () => (await env.FILES.get("sweep/orphans.json"))?.json<{ after: string | null }>();
		do await run();
		while ((await place())?.after);
		expect(lists.length).toBeGreaterThan(1);
		expect(new Set(lists.map((options) => options?.startAfter)).size).toBe(lists.length);
		for (const key of keys) expect(await env.FILES.head(key)).toBeNull();
		const pages = lists.length;
		await run();
		expect(lists).toHaveLength(pages);
	});
});

describe("a referee's link", () => {
	it("is deleted 90 days after it ended, and not earlier", async () => {
		const { applicant } = await openFixture();
		const referee = await createReferee(applicant);
		const days = 24 * hourMs;
		await createInvitation(referee, { expiresAt: Date.now() - 80 * days });
		const left = () => testDb().select().from(refereeInvitations).where(eq(refereeInvitations.refereeId, referee.id));
		await sweepAfter(0);
		expect(await left()).toHaveLength(1);
		await sweepAfter(11 * 24);
		expect(await left()).toEqual([]);
	});
});
