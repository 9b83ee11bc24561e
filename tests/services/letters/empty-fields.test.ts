import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createLocation, createUser, signIn, testDb } from "#tests/support/factories";
import { recordingDatabase } from "#tests/support/recording-database";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { userRoles } from "#worker/database/schema/auth";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

interface EmptyField {
	name: string;
	label: string;
	applicants: number;
}

const layout: FormLayout = {
	sections: [
		{
			id: "origin",
			title: "Origin",
			rows: [{ id: "place", cols: [{ fieldId: "state", type: "text", props: { label: "State of origin" } }] }],
		},
	],
};

const queues = keepingQueues();
/** The statements since somebody emptied it. */
const read: string[] = [];
let staff: ServicesFixture;
let ids: string[];
let templateId: string;

/** Three applicants: one lacks nothing, one the location, one the location, the middle name and the answer. */
beforeEach(async () => {
	const DB = recordingDatabase(env.DB, ({ sql }) => read.push(sql));
	staff = await openServicesFixture({ courseCount: 1, layout, bindings: { ...queues.bindings, DB } });
	const { organisation, application } = staff;
	const { id: locationId } = await createLocation(organisation.id);
	const data = { state: "Ogun" };
	const made = [
		await createApplicant(application, { locationId, data }),
		await createApplicant(application, { data }),
		await createApplicant(application, { middleName: null, data: {} }),
	];
	ids = made.map(({ id }) => id);
	templateId = `offer-${organisation.id}`;
	const content =
		"<p>Dear {{firstName}} {{middleName}} of {{form.state}}: come to {{locationName}}. {{signatoryName}}</p>";
	await testDb().insert(templates).values({
		organisationId: organisation.id,
		id: templateId,
		name: "Offer",
		type: "document",
		content,
		createdAt: 1,
		updatedAt: 1,
	});
});

const say = (content: string) => testDb().update(templates).set({ content }).where(eq(templates.id, templateId));
const all = [
	{ name: "middleName", label: "Middle name", applicants: 1 },
	{ name: "locationName", label: "Location", applicants: 2 },
	{ name: "signatoryName", label: "Signatory's name", applicants: 3 },
	{ name: "form.state", label: "State of origin", applicants: 1 },
];

describe("the letters of a selection", () => {
	const look = async (rows: object = { candidateIds: ids }) => {
		const { body } = await staff.send<{ emptyFields: EmptyField[]; willChange: number }>(
			"POST",
			"/candidates/letters-preview",
			{ templateId, ...rows },
		);
		return body.emptyFields;
	};
	const matching = () => ({ matching: { applicationId: staff.application.id, everybody: true } });
	const make = async (candidateIds: readonly string[]) => {
		await staff.send("POST", "/candidates/letters", { templateId, candidateIds });
		await deliverJobs(queues.sentJobs.splice(0), { bindings: queues.bindings, clock: staff.clock });
	};

	test("name the merge fields that are empty in some of them, and in how many, before they are made", async () => {
		expect(await look()).toEqual(all);
		expect(await look(matching()), "all that match").toEqual(all);
		expect(await look({ candidateIds: [ids[0], "nobody"] })).toEqual([
			{ name: "signatoryName", label: "Signatory's name", applicants: 1 },
		]);
		await say("<p>Dear {{firstName}}, {{courseTitle}}</p>");
		expect(await look()).toEqual([]);
	});

	test("leave out those who have the letter already", async () => {
		await make(ids.slice(2));
		const others = [
			{ name: "locationName", label: "Location", applicants: 1 },
			{ name: "signatoryName", label: "Signatory's name", applicants: 2 },
		];
		expect(await look()).toEqual(others);
		expect(await look(matching())).toEqual(others);
		await make(ids);
		expect(await look()).toEqual([]);
	});

	test("count applicants of the user's places alone", async () => {
		const user = await createUser({
			organisationId: staff.organisation.id,
			privileges: ["candidate:r", "candidate:u"],
		});
		await testDb().update(userRoles).set({ adminLevelItemId: "a-faculty" }).where(eq(userRoles.userId, user.id));
		const response = await staff.request("/candidates/letters-preview", {
			method: "POST",
			headers: (await signIn(user, staff.clock.now())).headers,
			body: JSON.stringify({ templateId, candidateIds: ids }),
		});
		expect(await response.json()).toMatchObject({ willChange: 0, notFound: 3, emptyFields: [] });
	});
});

describe("the letter of a stage", () => {
	const acceptedId = () => staff.application.steps[2]?.id ?? "";
	const emailToo = (content: string) =>
		testDb().batch([
			testDb()
				.insert(templates)
				.values({
					...{ organisationId: staff.organisation.id, id: `news-${staff.organisation.id}`, name: "News" },
					...{ type: "email", subject: "News", content, createdAt: 1, updatedAt: 1 },
				}),
			testDb()
				.update(workflowSteps)
				.set({ emailTemplateId: `news-${staff.organisation.id}` })
				.where(eq(workflowSteps.id, acceptedId())),
		]);
	const look = async (rows: object = { candidateIds: ids }) => {
		const { body } = await staff.send<{ messages: { emptyInLetter: EmptyField[] } }>(
			"POST",
			"/candidates/stage-preview",
			{ stageId: staff.application.steps[2]?.id, ...rows },
		);
		return body.messages.emptyInLetter;
	};
	beforeEach(async () => {
		await testDb()
			.update(workflowSteps)
			.set({ pdfTemplateId: templateId })
			.where(eq(workflowSteps.id, staff.application.steps[2]?.id ?? ""));
	});

	test("names the merge fields that are empty for some of those who move there", async () => {
		expect(await look()).toEqual(all);
		expect(await look({ matching: { applicationId: staff.application.id, everybody: true } })).toEqual(all);
		await say("<p>Dear {{firstName}}: {{comment}}</p>");
		expect(await look(), "a stage change has a comment").toEqual([]);
	});

	test("leaves out those who are there already, and whom a rule keeps where they are", async () => {
		const [, , accepted] = staff.application.steps;
		await createApplicant(staff.application, { stepId: accepted?.id ?? "", middleName: null });
		expect(await look({ matching: { applicationId: staff.application.id, everybody: true } })).toEqual(all);
		await testDb()
			.update(workflowSteps)
			.set({ requirements: ["paid"] })
			.where(eq(workflowSteps.id, accepted?.id ?? ""));
		expect(await look()).toEqual([]);
	});

	test("says what has the comment of the change", async () => {
		const commentIn = async () =>
			(
				await staff.send<{ messages: { commentIn: string[] } }>("POST", "/candidates/stage-preview", {
					stageId: acceptedId(),
					candidateIds: ids,
				})
			).body.messages.commentIn;
		expect(await commentIn()).toEqual([]);
		await emailToo("<p>{{comment}}</p>");
		expect(await commentIn()).toEqual(["message"]);
		await say("<p>{{ <b>comment</b> }}</p>");
		expect(await commentIn()).toEqual(["message", "letter"]);
	});

	test("and its email read the applicants of a group once", async () => {
		const groupsRead = async () => {
			read.length = 0;
			const matching = { applicationId: staff.application.id, needs: "waiting" };
			const { status } = await staff.send("POST", "/candidates/stage-preview", { stageId: acceptedId(), matching });
			expect(status).toBe(200);
			return read.filter((statement) => statement.includes("AS stageChangedAt FROM (")).length;
		};
		await emailToo("<p>Dear {{firstName}}</p>");
		const ofLetterAlone = await groupsRead();
		await testDb()
			.update(templates)
			.set({ content: "<p>Dear {{middleName}}</p>" })
			.where(eq(templates.id, `news-${staff.organisation.id}`));
		expect([ofLetterAlone > 0, await groupsRead()]).toEqual([true, ofLetterAlone]);
	});

	test("of a release have the location that it gives, and no comment with a private reason", async () => {
		const { id: locationId } = await createLocation(staff.organisation.id, "Lekki");
		const reason = await staff.send<{ id: string }>("POST", "/reasons", { text: "Sponsored", isPrivate: true });
		await emailToo("<p>Come to {{locationName}}: {{comment}}</p>");
		await say("<p>{{middleName}}: {{comment}}</p>");
		const previewOf = async (given: object) => {
			const prepared = await staff.send<{ id: string }>("POST", "/releases", {
				...{
					applicationId: staff.application.id,
					candidateIds: ids,
					stageId: acceptedId(),
					reason: "Senate",
					...given,
				},
			});
			const { body } = await staff.get<{ messages: Record<"emptyFields" | "emptyInLetter", EmptyField[]> }>(
				`/releases/${prepared.body.id}/preview`,
			);
			return [body.messages.emptyFields, body.messages.emptyInLetter];
		};
		const [middleName, locationName] = all;
		const comment = { name: "comment", label: "Comment", applicants: 3 };
		expect(await previewOf({})).toEqual([[locationName], [middleName]]);
		expect(await previewOf({ locationId })).toEqual([[], [middleName]]);
		expect(await previewOf({ reasonId: reason.body.id })).toEqual([
			[locationName, comment],
			[middleName, comment],
		]);
	});

	test("names them in the preview of a release too, without those whom somebody moved since it was proposed", async () => {
		const prepared = await staff.send<{ id: string; version: number }>("POST", "/releases", {
			applicationId: staff.application.id,
			candidateIds: ids,
			stageId: staff.application.steps[2]?.id,
			reason: "Senate",
		});
		const { id, version } = prepared.body;
		const ofRelease = async () =>
			(await staff.get<{ messages: { emptyInLetter: EmptyField[] } }>(`/releases/${id}/preview`)).body.messages
				.emptyInLetter;
		expect(await ofRelease()).toEqual(all);
		staff.clock.advance(1_000);
		await staff.send("POST", `/releases/${id}/proposal`, { version });
		staff.clock.advance(1_000);
		await staff.send("PATCH", `/candidates/${ids[2]}`, {
			stageId: staff.application.steps[1]?.id,
			reason: "Read again",
		});
		expect(await ofRelease()).toEqual([
			{ name: "locationName", label: "Location", applicants: 1 },
			{ name: "signatoryName", label: "Signatory's name", applicants: 2 },
		]);
	});
});
