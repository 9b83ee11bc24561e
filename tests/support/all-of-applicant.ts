import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import {
	type createApplicant,
	type createApplication,
	createLocation,
	createReferee,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import { criterionOf } from "#worker/contract/criteria/criteria";
import { apiKeys } from "#worker/database/schema/api-keys";
import { letters } from "#worker/database/schema/applicants";
import { applicationGroupItems, applicationGroups } from "#worker/database/schema/applications";
import { addOns, couponCodes, coupons, couponUses } from "#worker/database/schema/discounts";
import { merges } from "#worker/database/schema/duplicates";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";
import { attachments } from "#worker/database/schema/forms";
import { imports } from "#worker/database/schema/imports";
import { retentionRules } from "#worker/database/schema/privacy";
import { rankingCourses, rankingSchemes, rankings } from "#worker/database/schema/rankings";
import { reasons } from "#worker/database/schema/reasons";
import { auditEvents, modificationEntries, notifications, outboxMails, tasks } from "#worker/database/schema/records";
import { releaseRows, releases } from "#worker/database/schema/releases";
import { reminders, reportSchedules } from "#worker/database/schema/reminders";
import { runs } from "#worker/database/schema/runs";
import { savedViews } from "#worker/database/schema/saved-views";
import { paymentDaySums } from "#worker/database/schema/settlements";
import { adminLevelItems, adminLevels } from "#worker/database/schema/structure";
import { bankAccounts, paymentConfigurations, paymentExceptions } from "#worker/database/schema/transactions";
import { candidateGroups, groupCandidates } from "#worker/database/schema/uploaded-candidates";
import { webhookDeliveries, webhooks } from "#worker/database/schema/webhooks";
import { templates, workflowStepAttachments } from "#worker/database/schema/workflows";

interface Concerned {
	/** The user who has made it all. */
	owner: { id: string };
	departmentId: string;
	application: Awaited<ReturnType<typeof createApplication>>;
	applicant: Awaited<ReturnType<typeof createApplicant>>;
}

/** why later than all: what tests do meanwhile must not push it from the first page. */
const newest = Date.now() + 1_000_000_000;

/** Creates one row of everything that has an id and concerns an applicant, the ids beginning with `key`. */
export const createAllOf = async (key: string, { owner, departmentId, application, applicant }: Concerned) => {
	const id = application.organisationId;
	const referee = await createReferee(applicant, { kind: "academic" });
	const transaction = await createTransaction(applicant);
	const { id: locationId } = await createLocation(id, `Centre ${key}`);
	/** A platform of its own: days have no other id. */
	const platform = key.toUpperCase();
	const attachment = { organisationId: id, id: `${key}-attachment`, submissionId: applicant.submissionId ?? "" };
	const reminder = {
		name: `Reminder ${key}`,
		audience: "referees" as const,
		timing: "after" as const,
		days: 1,
		time: "09:00",
		templateId: `${key}-email-template`,
		applicationId: application.id,
		enabled: false,
	};
	const retention = {
		name: `Retention ${key}`,
		applicationId: application.id,
		outcome: "declined" as const,
		months: 12,
		enabled: false,
	};
	const schedule = {
		name: `Schedule ${key}`,
		applicationId: application.id,
		frequency: "daily" as const,
		time: "09:00",
		recipients: [owner.id],
		enabled: false,
	};
	const discount = {
		name: `Discount ${key}`,
		percent: 25,
		amount: null,
		currency: null,
		ownCode: `${key.toUpperCase()}-DISCOUNT`,
		applicationIds: [application.id],
		paymentKinds: [],
		active: true,
	};
	const scheme = {
		applicationId: application.id,
		stage: null,
		catchmentStates: [],
		eldsStates: [],
		parts: [{ about: "number" as const, of: "utme" as const, outOf: 400, weight: 100 }],
		shares: { merit: 45, catchment: 35, elds: 20 },
		quotas: [{ courseId: applicant.courseId, seats: 5, shares: null }],
	};
	const addOn = {
		name: `Add-on ${key}`,
		description: "",
		price: 1,
		currency: "NGN",
		applicationIds: [],
		enabled: true,
	};
	await testDb().batch([
		testDb()
			.insert(auditEvents)
			.values({
				organisationId: id,
				id: `${key}-activity`,
				action: "applicants.noted",
				status: "SUCCESS",
				subject: applicant.id,
				username: "somebody@crestfield.example",
				createdAt: newest,
			}),
		testDb()
			.insert(modificationEntries)
			.values({
				organisationId: id,
				id: `${key}-modification`,
				entity: "applicant",
				entityId: applicant.id,
				field: "course",
				oldValue: "Law",
				newValue: "Physics",
				createdAt: newest,
			}),
		testDb()
			.insert(coupons)
			.values({ ...discount, organisationId: id, id: `${key}-coupon`, codes: 1, createdAt: 1, updatedAt: 1 }),
		testDb()
			.insert(couponCodes)
			.values({
				organisationId: id,
				couponId: `${key}-coupon`,
				position: 0,
				createdAt: 1,
				code: discount.ownCode,
				folded: discount.ownCode,
			}),
		testDb()
			.insert(couponUses)
			.values({
				organisationId: id,
				transactionId: transaction.id,
				couponId: `${key}-coupon`,
				position: 0,
				amount: 1,
				currency: "NGN",
				takenAt: 1,
			}),
		testDb()
			.insert(addOns)
			.values({ ...addOn, organisationId: id, id: `${key}-addon`, createdAt: 1, updatedAt: 1 }),
		testDb()
			.insert(retentionRules)
			.values({ ...retention, organisationId: id, id: `${key}-retention`, createdAt: 1, updatedAt: 1 }),
		testDb()
			.insert(reminders)
			.values({ ...reminder, organisationId: id, id: `${key}-reminder`, createdAt: 1, updatedAt: 1 }),
		testDb()
			.insert(reportSchedules)
			.values({ ...schedule, organisationId: id, id: `${key}-schedule`, createdAt: 1, updatedAt: 1 }),
		testDb()
			.insert(attachments)
			.values({
				...attachment,
				fieldId: "f",
				title: "t",
				section: "s",
				name: "n.png",
				mimetype: "image/png",
				size: 1,
				objectKey: `attachments/${key}`,
				createdAt: 1,
			}),
		testDb()
			.insert(notifications)
			.values({
				organisationId: id,
				userId: owner.id,
				id: `${key}-notification`,
				type: "BACKGROUND_TASK",
				message: "{}",
				createdAt: 1,
			}),
		testDb()
			.insert(letters)
			.values({
				organisationId: id,
				id: `${key}-letter`,
				applicantId: applicant.id,
				templateId: `${key}-template`,
				templateName: "Offer",
				objectKey: `letters/${key}`,
				size: 1,
				createdBy: owner.id,
				createdByName: "Owner",
				createdAt: 1,
			}),
		testDb()
			.insert(tasks)
			.values({
				organisationId: id,
				id: `${key}-task`,
				type: "t",
				status: "SUCCESS",
				input: {},
				total: 1,
				createdBy: owner.id,
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(runs)
			.values({
				organisationId: id,
				id: `${key}-batch`,
				kind: "stage",
				status: "ready",
				targetId: "t",
				targetName: "t",
				subject: "s",
				undoUntil: Number.MAX_SAFE_INTEGER,
				createdBy: owner.id,
				createdAt: 1,
			}),
		testDb()
			.insert(releases)
			.values({
				organisationId: id,
				id: `${key}-release`,
				state: "proposed",
				applicationId: application.id,
				stageId: application.steps[1]?.id ?? "",
				stageName: "s",
				reason: "r",
				doNotNotify: true,
				preparedBy: owner.id,
				preparedByName: "o",
				preparedAt: 1,
				proposedBy: owner.id,
				proposedAt: 1,
			}),
		testDb()
			.insert(releaseRows)
			.values({ organisationId: id, releaseId: `${key}-release`, applicantId: applicant.id }),
		testDb()
			.insert(mailings)
			.values({
				organisationId: id,
				id: `${key}-mailing`,
				applicationId: application.id,
				subject: "s",
				content: "c",
				status: "ready",
				sendAfter: 1,
				createdBy: owner.id,
				senderUsername: "owner",
				createdAt: 1,
			}),
		testDb()
			.insert(emails)
			.values({
				organisationId: id,
				id: `${key}-email`,
				mailingId: `${key}-mailing`,
				applicantId: applicant.id,
				status: "failed",
				dueAt: 1,
				createdAt: 1,
			}),
		testDb()
			.insert(workflowStepAttachments)
			.values({
				organisationId: id,
				id: `${key}-step-file`,
				stepId: application.steps[1]?.id ?? "",
				name: "n.png",
				mimetype: "image/png",
				size: 1,
				objectKey: `mailings/${key}`,
				createdAt: 1,
			}),
		testDb()
			.insert(mailingAttachments)
			.values({
				organisationId: id,
				id: `${key}-mailed`,
				mailingId: `${key}-mailing`,
				position: 0,
				name: "n.png",
				mimetype: "image/png",
				size: 1,
				objectKey: `mailings/${key}`,
			}),
		testDb()
			.insert(outboxMails)
			.values({
				organisationId: id,
				id: `${key}-mail`,
				recipient: applicant.email,
				sender: "no-reply@foreign.example",
				subject: "s",
				text: "t",
				html: `<p>${applicant.email}</p>`,
				createdAt: 1,
			}),
		testDb()
			.insert(candidateGroups)
			.values({
				organisationId: id,
				id: `${key}-group`,
				name: `Foreign ${key}`,
				nameKey: `foreign ${key}`,
				createdBy: owner.id,
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(groupCandidates)
			.values({
				organisationId: id,
				groupId: `${key}-group`,
				id: `${key}-candidate`,
				examKey: "2026ab",
				searchText: "obi",
				data: { examNumber: "2026AB", lastName: "Obi" },
				importId: `${key}-import`,
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(adminLevels)
			.values({ organisationId: id, id: `${key}-level`, name: `Unit ${key}`, position: 9 }),
		testDb()
			.insert(adminLevelItems)
			.values({
				organisationId: id,
				id: `${key}-unit`,
				levelId: `${key}-level`,
				parentItemId: departmentId,
				name: `Unit ${key}`,
			}),
		testDb()
			.insert(applicationGroups)
			.values({ organisationId: id, id: `${key}-tags`, name: `t ${key}` }),
		testDb()
			.insert(applicationGroupItems)
			.values({ organisationId: id, id: `${key}-tag`, groupId: `${key}-tags`, name: "t" }),
		testDb()
			.insert(imports)
			.values({
				organisationId: id,
				id: `${key}-import`,
				target: `${key}-group`,
				fileName: "list.csv",
				format: "csv",
				size: 1,
				status: "ready",
				columns: [{ header: "JAMB", samples: [], field: "examNumber" }],
				rows: 1,
				counts: { new: 1 },
				createdBy: owner.id,
				createdByName: "Owner",
				createdAt: 1,
			}),
		testDb()
			.insert(imports)
			.values({
				organisationId: id,
				id: `${key}-upload`,
				target: ":courses",
				fileName: "courses.csv",
				format: "csv",
				size: 1,
				status: "ready",
				columns: [{ header: "Code", samples: [], field: "code" }],
				rows: 1,
				counts: { new: 1 },
				createdBy: owner.id,
				createdByName: "Owner",
				createdAt: 1,
			}),
		testDb()
			.insert(imports)
			.values({
				organisationId: id,
				id: `${key}-settlement`,
				target: ":settlements",
				platform: "PAYSTACK",
				fileName: "settled.csv",
				format: "csv",
				size: 1,
				status: "ready",
				columns: [{ header: "Reference", samples: [], field: "reference" }],
				rows: 1,
				counts: { matched: 1 },
				createdBy: owner.id,
				createdByName: "Owner",
				createdAt: 1,
			}),
		testDb()
			.insert(paymentDaySums)
			.values({ organisationId: id, day: "2026-01-05", platform, currency: "NGN", payments: 1, version: 1 }),
		testDb()
			.insert(merges)
			.values({
				organisationId: id,
				id: `${key}-merge`,
				applicationId: application.id,
				sourceId: `${key}-source`,
				sourceName: "Ada",
				sourceNumber: "1",
				sourcePublicId: `${key}-public`,
				sourceKeys: [],
				targetId: applicant.id,
				targetName: "Ada",
				targetNumber: "2",
				targetVersion: 2,
				fields: [],
				comment: "",
				moved: { transactions: 0, referees: 0, letters: 0, emails: 0, attachments: 0, logEntries: 0 },
				createdBy: owner.id,
				createdByName: "Owner",
				createdAt: 1,
			}),
		testDb()
			.insert(savedViews)
			.values({
				organisationId: id,
				id: `${key}-view`,
				holder: "",
				ownerId: owner.id,
				name: `v ${key}`,
				isPinned: true,
				filter: { applicationId: application.id },
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(savedViews)
			.values({
				organisationId: id,
				id: `${key}-payment-view`,
				list: "transactions",
				holder: "",
				ownerId: owner.id,
				name: `p ${key}`,
				isPinned: false,
				filter: { status: "PENDING" },
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(savedViews)
			.values({
				organisationId: id,
				id: `${key}-criteria`,
				list: "criteria",
				holder: "",
				ownerId: owner.id,
				name: `c ${key}`,
				isPinned: false,
				createdAt: 1,
				updatedAt: 1,
				filter: { criteria: [criterionOf({ about: "submitted" })] },
			}),
		testDb()
			.insert(bankAccounts)
			.values({
				organisationId: id,
				holderName: `Holder ${key}`,
				holderType: "COMPANY",
				bankName: "Bank",
				currency: "GBP",
				lastFour: "9911",
				sealedNumber: "none",
				createdAt: 1,
				updatedAt: 1,
			})
			// why: an institution has one, however many applicants are made.
			.onConflictDoNothing(),
		testDb()
			.insert(apiKeys)
			.values({
				organisationId: id,
				id: `${key}-api-key`,
				name: `Key ${key}`,
				keyHash: key,
				hint: "abcd",
				privileges: [],
				createdBy: owner.id,
				createdByName: "Owner",
				createdAt: 1,
			}),
		testDb()
			.insert(webhooks)
			.values({
				organisationId: id,
				id: `${key}-webhook`,
				name: `Hook ${key}`,
				url: "https://foreign.example/",
				events: [],
				active: true,
				createdBy: owner.id,
				createdByName: "Owner",
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(paymentExceptions)
			.values({
				organisationId: id,
				id: `${key}-exception`,
				kind: "paid_twice",
				subject: transaction.id,
				transactionId: transaction.id,
				platform: transaction.platform,
				reference: transaction.reference,
				courseId: transaction.courseId,
				reason: `${applicant.firstName} has paid twice`,
				createdAt: 1,
			}),
		testDb()
			.insert(paymentConfigurations)
			.values({
				organisationId: id,
				id: `${key}-configuration`,
				configId: key,
				platform: "PAYSTACK",
				token: key,
				settings: { publicKey: "pk" },
				sealedKeys: "none",
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(webhookDeliveries)
			.values({
				organisationId: id,
				id: `${key}-delivery`,
				webhookId: `${key}-webhook`,
				eventId: `${key}-event`,
				eventType: "applicants.posted",
				status: "failed",
				createdAt: 1,
			}),
		testDb()
			.insert(reasons)
			.values({
				organisationId: id,
				id: `${key}-reason`,
				text: `r ${key}`,
				isPrivate: false,
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(templates)
			.values({
				organisationId: id,
				id: `${key}-email-template`,
				name: "t",
				type: "email",
				content: "c",
				createdAt: 1,
				updatedAt: 1,
			}),
	]);
	await testDb().batch([
		testDb()
			.insert(rankingSchemes)
			.values({
				...scheme,
				organisationId: id,
				id: `${key}-scheme`,
				name: `Scheme ${key}`,
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(rankings)
			.values({
				organisationId: id,
				id: `${key}-ranking`,
				schemeId: `${key}-scheme`,
				applicationId: application.id,
				schemeVersion: 1,
				stage: null,
				parts: scheme.parts,
				catchmentStates: [],
				eldsStates: [],
				taskId: `${key}-task`,
				createdBy: owner.id,
				createdAt: 1,
			}),
		testDb()
			.insert(rankingCourses)
			.values({
				organisationId: id,
				rankingId: `${key}-ranking`,
				courseId: applicant.courseId,
				seats: 5,
				ranked: 1,
				shares: scheme.shares,
			}),
	]);
	await testDb().run(sql`INSERT INTO ranked_applicants (organisation_id, ranking_id, seq, course_id, standing, points_hundredths,
				most_hundredths, utme_hundredths, submitted_at, is_catchment, is_elds, place, quota)
			SELECT organisation_id, ${`${key}-ranking`}, seq, course_id, 'ranked', 1, 1, 1, 1, 0, 0, 1, 'merit'
			FROM applicants WHERE organisation_id = ${id} AND id = ${applicant.id}`);
	await env.FILES.put(`mailings/${key}`, "x");
	await env.FILES.put(`attachments/${key}`, "x");
	await env.FILES.put(`photos/${key}.png`, "x");
	await env.FILES.put(`letters/${key}`, "x");
	const ids: [prefix: string, params: Record<string, string>][] = [
		["/ums/users/:id", { id: owner.id }],
		["/ums/roles/", { id: `role-${owner.id}` }],
		["/applications/", { id: application.id }],
		["/courses/admin-level-item/", { id: departmentId }],
		["/courses/bulk/", { id: `${key}-upload` }],
		["/courses/", { id: application.courses[0]?.id ?? "" }],
		[
			"/workflow/",
			{ id: application.workflowId, stepId: application.steps[1]?.id ?? "", attachmentId: `${key}-step-file` },
		],
		["/designs/", { id: application.formDesignId, number: "1" }],
		["/candidate-views/", { id: `${key}-view` }],
		["/payment-views/", { id: `${key}-payment-view` }],
		["/candidate-criteria/", { id: `${key}-criteria` }],
		["/ranking-schemes/", { id: `${key}-scheme` }],
		["/rankings/", { id: `${key}-ranking`, courseId: applicant.courseId }],
		["/candidates/:id/referees/", { id: applicant.id, refereeId: referee.id }],
		["/candidates/", { id: applicant.id, transactionId: transaction.id, letterId: `${key}-letter` }],
		["/email/candidates/", { id: applicant.id, attachmentId: `${key}-mailed` }],
		["/templates/", { id: `${key}-email-template` }],
		["/reminders/", { id: `${key}-reminder` }],
		["/retention-rules/", { id: `${key}-retention` }],
		["/report-settings/", { id: `${key}-schedule` }],
		["/api-keys/", { id: `${key}-api-key` }],
		["/webhooks/", { id: `${key}-webhook`, deliveryId: `${key}-delivery` }],
		["/reasons/", { id: `${key}-reason` }],
		["/outbox/mails/", { id: `${key}-mail` }],
		["/forms/", { id: applicant.submissionId ?? "", attachmentId: attachment.id }],
		["/notifications/", { id: `${key}-notification` }],
		["/tasks/", { id: `${key}-task` }],
		["/candidate-groups/", { id: `${key}-group`, importId: `${key}-import`, candidateId: `${key}-candidate` }],
		["/candidate-info/", { id: applicant.publicId }],
		["/batches/", { id: `${key}-batch` }],
		["/releases/", { id: `${key}-release` }],
		["/mailings/", { id: `${key}-mailing` }],
		["/duplicates/merges/", { id: `${key}-merge` }],
		["/administration-level-items/", { id: `${key}-unit` }],
		["/administration-levels/", { id: `${key}-level` }],
		["/coupons/", { id: `${key}-coupon` }],
		["/addons/", { id: `${key}-addon` }],
		["/subscriptions/", { id }],
		["/locations/", { id: locationId }],
		["/paylog-configurations/", { id: `${key}-configuration` }],
		["/payments/days/", { day: "2026-01-05", platform }],
		["/payments/settlements/", { id: `${key}-settlement` }],
		["/payments/exceptions/", { id: `${key}-exception` }],
		["/payments/", { id: transaction.id }],
		["/application-groups/", { id: `${key}-tags` }],
		["/application-group-items/", { id: `${key}-tag` }],
	];
	const [course, step] = [application.courses[1]?.id, application.steps[1]?.id];
	/** Bodies that would succeed for a caller with access. */
	const bodies: Record<string, unknown[]> = {
		"/candidates/:id": [
			{ stageId: step, reason: "Mine now" },
			{ courseId: course },
			{ locationId: "anywhere" },
			{ reviewerId: null },
		],
		"/candidates/:id/changes/read": [{ until: 1 }],
		"/candidates/:id/notes": [{ note: "Mine now" }],
		"/candidates/:id/referees": [{ name: "Mine", email: "mine@mail.example", kind: "academic", reason: "Mine now" }],
		"/candidates/:id/referees/:refereeId": [{ name: "Mine", email: "mine@mail.example", reason: "Mine now" }],
		"/candidates/:id/referees/:refereeId/remove": [{ reason: "Mine now" }],
		"/candidates/:id/identity": [
			{ firstName: "Mine", lastName: "Now", accountEmail: "mine@mail.example", reason: "Mine now" },
		],
		"/candidate-views/:id": [{ name: "Mine now", isShared: true, isPinned: true }],
		"/payment-views/:id": [{ name: "Mine now", isShared: true }],
		"/candidate-criteria/:id": [{ name: "Mine now", isShared: true }],
		"/ranking-schemes/:id": [{ ...scheme, name: `Mine ${key}` }],
		"/ranking-schemes/:id/rankings": [{}],
		"/rankings/:id/export": [{}],
		"/ums/roles/:id": [{ name: "Mine now", privileges: [] }],
		"PATCH /ums/users/:id": [{ blocked: true }],
		"PUT /ums/users/:id": [{ firstName: "Mine", lastName: "Now", roles: [{ roleId: `role-${owner.id}` }] }],
		"/notifications/:id": [{ read: true }],
		"/webhooks/:id": [{ name: "Mine now", url: "https://mine.example/", events: ["applicants.posted"], active: true }],
		"/paylog-configurations/:id": [
			{
				configId: "mine-now",
				schoolConfig: { charge: 0 },
				isChargeEnabled: false,
				active: true,
				isTest: true,
				fields: { publicKey: "pk_mine", secretKey: "sk_mine" },
			},
		],
		"/payments/days/:day/:platform/close": [{ version: 1 }],
		"PUT /designs/:id": [{ title: "Mine now" }],
		"PATCH /designs/:id": [{ active: false }],
		"/designs/:id/copy": [{ title: "Mine too" }],
		"/designs/:id/draft": [{ layout: { sections: [] } }],
		"/designs/:id/draft/step": [{ to: "undo" }],
		"/designs/:id/publish": [{}],
		"/designs/:id/versions/:number/restore": [{}],
		"/workflow/:id": [{ name: `Mine ${key}` }],
		"/workflow/:id/copy": [{ name: `Mine too ${key}` }],
		"/workflow/:id/steps": [{ steps: [{ name: "Mine now", type: "REGISTRATION" }] }],
		"/workflow/:id/steps/:stepId/attachments": [{}],
		"/workflow/:id/draft": [{ steps: [{ name: "Mine now", type: "REGISTRATION" }] }],
		"/workflow/:id/draft/step": [{ to: "undo" }],
		"/workflow/:id/draft/publish": [{}],
		"/workflow/:id/draft/steps/:stepId/attachments": [{}],
		"PUT /templates/:id": [{ name: `Mine ${key}`, type: "email", subject: "Mine", content: "<p>Mine now</p>" }],
		"PATCH /templates/:id": [{ active: false }],
		"/templates/:id/draft": [{ name: "Mine", subject: "Mine", content: "<p>Mine now</p>" }],
		"/templates/:id/draft/step": [{ to: "undo" }],
		"/templates/:id/copy": [{ name: `Mine too ${key}` }],
		"/reasons/:id": [{ text: "Mine now", isPrivate: true, active: false }],
		"/email/candidates/:id/resend": [{ emailId: `${key}-email` }],
		"/candidates/:id/letters": [{ templateId: `${key}-template` }],
		"/candidates/:id/letters/:letterId/withdrawal": [{ reason: "Mine now" }],
		"/candidates/:id/letters/:letterId/replacement": [{ templateId: `${key}-template`, reason: "Mine now" }],
		"/candidate-groups/:id": [{ name: "Mine now" }],
		"/releases/:id/rows": [{ candidateIds: [applicant.id], version: 1 }],
		"/releases/:id/removed-rows": [{ candidateIds: [applicant.id], version: 1 }],
		"/releases/:id/proposal": [{ version: 1 }],
		"/releases/:id/approval": [{ version: 1 }],
		"/releases/:id/return": [{ version: 1, reason: "Mine now" }],
		"/releases/:id/time": [{ version: 1, dueAt: null }],
		"/releases/:id/cancellation": [{ version: 1 }],
		"/candidate-groups/:id/candidates/:candidateId": [{ examNumber: "2026AB", lastName: "Mine" }],
		"/applications/:id": [
			{
				title: `Mine ${key}`,
				formId: application.formDesignId,
				workflowId: application.workflowId,
				courses: application.courses.map(({ id }) => ({ courseId: id })),
			},
		],
		"PATCH /courses/:id": [{ status: "disabled" }],
		"/courses/:id": [
			{ code: `MINE-${key}`, title: "Mine now", status: "disabled", administrationLevelItemId: departmentId },
		],
		"/administration-level-items/:id": [{ name: "Mine now", levelId: `${key}-level`, parentItemId: departmentId }],
		"/payments/exceptions/:id/resolution": [{ action: "dismiss", reason: "Mine now" }],
		"/coupons/:id": [{ ...discount, name: "Mine now" }],
		"/addons/:id": [{ ...addOn, name: "Mine now" }],
		"/locations/:id": [{ name: "Mine now" }],
		"/reminders/:id": [{ ...reminder, name: "Mine now" }],
		"/retention-rules/:id": [{ ...retention, name: "Mine now" }],
		"/report-settings/:id": [{ ...schedule, name: "Mine now" }],
		"/application-groups/:id": [{ name: "Mine now" }],
		"/application-group-items/:id": [{ name: "Mine now", groupId: "own-tags", enabled: true }],
		"/candidate-groups/:id/imports": [{ name: "list.csv" }],
		"/candidate-groups/:id/imports/:importId/columns": [{ columns: ["examNumber"] }],
		"/candidate-groups/:id/imports/:importId/add": [{ addDuplicates: true }],
		"/forms/:id": [{ applicationKey: application.id, surname: "Mine now" }],
		"/forms/:id/reveals": [{ fieldIds: ["surname"] }],
		"/forms/:id/draft": [{ version: 1, data: { surname: "Mine now" } }],
	};
	return { organisationId: id, ids, bodies, paymentReference: transaction.reference };
};
