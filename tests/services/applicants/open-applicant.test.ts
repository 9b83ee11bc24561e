import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createMany, openServicesFixture, rowsOf } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { referees } from "#worker/database/schema/applicants";
import { applicationGroupItems, applicationTags } from "#worker/database/schema/applications";
import { attachments } from "#worker/database/schema/forms";

describe("opening an applicant", () => {
	it("shows everything the sheet's header needs", async () => {
		const staff = await openServicesFixture();
		const organisationId = staff.organisation.id;
		const applicant = await createApplicant(staff.application, { photoKey: "photos/1.jpg" });
		await testDb().batch([
			testDb().insert(applicationGroupItems).values({ organisationId, id: "tag-1", groupId: "group-1", name: "UTME" }),
			testDb()
				.insert(applicationTags)
				.values({ organisationId, applicationId: staff.application.id, groupItemId: "tag-1" }),
			testDb().insert(referees).values({
				organisationId,
				id: "referee-1",
				applicantId: applicant.id,
				name: "Prof. Sule",
				email: "sule@mail.example",
				status: "submitted",
				createdAt: 1,
			}),
		]);
		expect(await staff.get(`/candidates/${applicant.id}`)).toMatchObject({
			status: 200,
			body: {
				id: applicant.id,
				applicationTitle: staff.application.title,
				formId: `form-${applicant.id}`,
				hasPhoto: true,
				status: "REGISTRATION",
				tags: [{ label: "UTME" }],
				referees: [{ name: "Prof. Sule", status: "submitted" }],
				publicId: applicant.publicId,
			},
		});
	});

	it("says of a page of the activity log how many entries there are", async () => {
		const staff = await openServicesFixture();
		const applicant = await createApplicant(staff.application);
		for (const note of ["first", "second", "third"]) {
			staff.clock.advance(1_000);
			await staff.send("POST", `/candidates/${applicant.id}/notes`, { note });
		}
		expect((await staff.get(`/candidates/${applicant.id}/log?size=2`)).body).toMatchObject({
			data: [{ reason: "third" }, { reason: "second" }],
			resultTotal: 3,
			page: 0,
			size: 2,
		});
	});

	it("keeps the last 1,000 applicants that a user opened", async () => {
		const staff = await openServicesFixture();
		const ids = await createMany(staff.application, 1_002);
		await testDb().run(sql`INSERT INTO applicant_views (organisation_id, user_id, applicant_id, viewed_at)
			SELECT ${staff.organisation.id}, ${staff.user.id}, value, key FROM json_each(${JSON.stringify(ids.slice(0, 1_000))})`);
		for (const id of ids.slice(-2)) {
			staff.clock.advance(1_000);
			await staff.get(`/candidates/${id}`);
		}
		await staff.get(`/candidates/${ids.at(-1)}`);
		const views = (await rowsOf("applicant_views")).filter(({ user_id }) => user_id === staff.user.id);
		expect(views.map(({ applicant_id }) => applicant_id).sort()).toEqual(ids.slice(2).sort());
	});

	it("counts the attachments", async () => {
		const staff = await openServicesFixture();
		const [bare, attached] = [await createApplicant(staff.application), await createApplicant(staff.application)];
		const file = { fieldId: "f", title: "t", section: "s", name: "n", mimetype: "m", size: 1, objectKey: "k" };
		await testDb()
			.insert(attachments)
			.values({
				...file,
				organisationId: staff.organisation.id,
				id: `file-${attached.id}`,
				createdAt: 1,
				submissionId: attached.submissionId ?? "",
			});
		const has = async (id: string) => (await staff.get(`/candidates/${id}`)).body.attachmentCount;
		expect([await has(bare.id), await has(attached.id)]).toEqual([0, 1]);
	});

	it("responds 404 for another organisation's applicant and everything that belongs to them", async () => {
		const [staff, other] = [await openServicesFixture(), await openServicesFixture()];
		const applicant = await createApplicant(other.application, { photoKey: "photos/1.jpg" });
		for (const path of ["", "/log", "/photo", "/neighbours", "/changes"])
			expect(await staff.get(`/candidates/${applicant.id}${path}`)).toMatchObject({
				status: 404,
				body: { code: "not_found" },
			});
	});
});

describe("the photo", () => {
	it("is sent with headers that let a browser use it only as a picture", async () => {
		const staff = await openServicesFixture();
		const applicant = await createApplicant(staff.application, { photoKey: "photos/two.webp" });
		await env.FILES.put("photos/two.webp", "picture", { httpMetadata: { contentType: "text/html" } });
		const response = await staff.request(`/candidates/${applicant.id}/photo`);
		expect(await response.text()).toBe("picture");
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "image/webp",
			"x-content-type-options": "nosniff",
			"content-security-policy": "default-src 'none'; sandbox",
			"cache-control": "no-store",
		});
	});

	it.each([null, "photos/missing.png", "photos/script.svg"])("responds 404 for %s", async (photoKey) => {
		const staff = await openServicesFixture();
		if (photoKey?.endsWith("svg")) await env.FILES.put(photoKey, "<svg/>");
		const applicant = await createApplicant(staff.application, { photoKey });
		expect((await staff.get(`/candidates/${applicant.id}/photo`)).status).toBe(404);
	});
});

describe("neighbours", () => {
	it("are the rows above and below in the same list, with the applicant's position in it", async () => {
		const staff = await openServicesFixture();
		const ids = (
			await createMany(staff.application, 60, { seqStep: 701, searchKey: staff.organisation.searchKey })
		).reverse();
		const [course] = staff.application.courses;
		for (const filter of ["", "&stage=IN_REVIEW", `&courseIds=${course?.id}`, "&keyword=chidi"]) {
			const query = `applicationId=${staff.application.id}${filter}`;
			const list = await staff.get<{ data: { id: string }[]; resultTotal: number }>(`/candidates?${query}&size=100`);
			const order = list.body.data.map(({ id }) => id);
			for (const index of [0, 1, Math.floor(order.length / 2), order.length - 1]) {
				const { body } = await staff.get(`/candidates/${order[index]}/neighbours?${query}`);
				const isCounted = !filter.includes("keyword") && !filter.includes("course");
				expect(body).toMatchObject({
					previousId: order[index - 1] ?? null,
					nextId: order[index + 1] ?? null,
					position: isCounted ? index + 1 : null,
					total: filter.includes("keyword") ? null : list.body.resultTotal,
				});
			}
		}
		expect((await staff.get(`/candidates/${ids[5]}/neighbours`)).body).toMatchObject({ position: 6, total: 60 });
		const elsewhere = await createApplication((await createOrganisation()).id);
		for (const application of ["nowhere", elsewhere.id])
			expect(await staff.get(`/candidates/${ids[5]}/neighbours?applicationId=${application}`)).toMatchObject({
				status: 404,
			});
	});
});
