import type { OrgContext } from "#worker/context";
import type { FilePart } from "#worker/contract/forms/file-part";
import { askedAnswers } from "#worker/contract/forms/hidden-answers";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { fail, ok } from "#worker/contract/result";
import { formatDateInput } from "#worker/contract/text/dates";
import { searchText } from "#worker/contract/text/search-text";
import { visibleLine } from "#worker/contract/text/visible-text";
import { commit } from "#worker/database/commit";
import { hasCourse } from "#worker/database/scope";
import { describeDefect } from "#worker/http/create-app";
import { randomToken } from "#worker/http/keys";
import { log } from "#worker/log";
import { insertApplicant } from "#worker/services/applicants/applicant.writes";
import { logApplicants } from "#worker/services/applicants/applicant-log.writes";
import type { Application } from "#worker/services/applications/contract";
import { findApplication } from "#worker/services/applications/queries";
import { takeNumber } from "#worker/services/applications/writes";
import { findHolder } from "#worker/services/corrections/queries";
import { writeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import { findMakings, fromOpenApplication } from "#worker/services/forms/arrival.queries";
import type { FormSubmission } from "#worker/services/forms/contract";
import type { StoredFile } from "#worker/services/forms/edit.queries";
import { insertSubmission, writeAttachments } from "#worker/services/forms/edit.writes";
import { putFiles, removeObjects } from "#worker/services/forms/form-files";
import { type PreparedUpdate, prepareUpdate } from "#worker/services/forms/prepare-update";
import { attachedTo, newPhoto } from "#worker/services/forms/update-form";

interface Submission {
	data: FormSubmission;
	files: readonly FilePart[];
}

/**
 * Adds an applicant with their form: at the stage of submitted forms if it is handed in, otherwise at the first one. Fails
 * with `invalid` by field, and where the application does not take them; a failure leaves no file behind.
 */
export const submitForm = async (ctx: OrgContext, { data, files }: Submission) => {
	const { candidate, ...answers } = data;
	const { courseId } = candidate;
	const application = await findApplication(ctx, data.applicationKey);
	if (!application) return fail("application_unavailable");
	if (!application.active || application.status !== "open") return fail("application_not_open");
	const offered = application.courses.find(({ course }) => course.id === courseId);
	if (!offered || !hasCourse(ctx.scope, courseId)) return notOffered();
	const makings = await findMakings(ctx, offered.formId);
	const step = firstStep(application, data.submit);
	if (!makings || !step) return fail("application_not_open");
	const person = {
		id: ctx.newId(),
		applicationId: application.id,
		courseId,
		stepId: step.id,
		email: candidate.accountEmail,
		firstName: candidate.firstName,
		middleName: visibleLine(candidate.middleName ?? "") || null,
		lastName: candidate.lastName,
	};
	const holder = await findHolder(ctx, person.email, person);
	if (holder) return taken();
	const formId = ctx.newId();
	const empty = emptyForm(formId, person, { layout: makings.layout, stageName: step.name, now: ctx.now() });
	const prepared = await prepareUpdate(
		empty,
		{ ...answers, draft: false, removedFiles: [], version: undefined },
		files,
	);
	if (!prepared.ok) return prepared;

	const numbered = { shortName: makings.shortName, year: formatDateInput(ctx.now(), makings.timeZone).slice(0, 4) };
	const number = await takeNumber(ctx, application.numberFormat, numbered);
	let put: StoredFile[] = [];
	let isCommitted = false;
	try {
		put = await putFiles(ctx, formId, prepared.value.uploads);
		isCommitted = await commitArrival(ctx, {
			person,
			formId,
			number,
			put,
			prepared: prepared.value,
			formDesignId: offered.formId,
			makings,
			isHandedIn: data.submit,
		});
	} catch (error) {
		log("error", { message: "form not submitted", requestId: ctx.requestId, error: describeDefect(error) });
		return fail("form_update_failed");
	} finally {
		if (!isCommitted) await removeObjects(ctx, formId, put);
	}
	if (isCommitted) return ok({ id: formId, candidateId: person.id, applicationNumber: number, stageId: step.id });
	if (await findHolder(ctx, person.email, person)) return taken();
	const now = await findApplication(ctx, application.id);
	return now?.active && now.status === "open" ? notOffered() : fail("application_not_open");
};

const notOffered = () =>
	fail("course_not_offered", { fields: { "candidate.courseId": ["The application does not offer this choice."] } });
const taken = () =>
	fail("email_taken", {
		fields: { "candidate.accountEmail": ["Another applicant of this application has this email address."] },
	});

/** Returns the stage that somebody comes to: that of submitted forms, or the first one. */
const firstStep = ({ workflow: { steps } }: Application, isHandedIn: boolean) => {
	const first = steps.find(({ type }) => type === "REGISTRATION");
	return (isHandedIn && steps.find(({ type }) => type === "SUBMITTED")) || first;
};

type Makings = NonNullable<Awaited<ReturnType<typeof findMakings>>>;

interface Person {
	id: string;
	applicationId: string;
	courseId: string;
	stepId: string;
	email: string;
	firstName: string;
	middleName: string | null;
	lastName: string;
}

/** Returns the form before anything is answered, as an edit starts from it. */
const emptyForm = (
	id: string,
	{ id: applicantId, applicationId, ...person }: Person,
	{ layout, stageName, now }: { layout: Makings["layout"]; stageName: string; now: number },
) => ({
	id,
	applicationKey: applicationId,
	layout,
	data: {},
	duplicateFields: { sections: {}, rows: {} },
	percentComplete: 0,
	submittedAt: null,
	updatedAt: now,
	version: 1,
	applicantId,
	photoKey: null,
	...person,
	stageName,
	lastReviewedBy: null,
	attachments: [],
	draft: undefined,
});

interface Arrival {
	person: Person;
	formId: string;
	formDesignId: string;
	number: string;
	prepared: PreparedUpdate;
	put: readonly StoredFile[];
	makings: Makings;
	isHandedIn: boolean;
}

const commitArrival = async (ctx: OrgContext, arrival: Arrival): Promise<boolean> => {
	const { person, formId, formDesignId, number, prepared, put, makings, isHandedIn } = arrival;
	const [{ organisationId }, now, eventId] = [ctx, ctx.now(), ctx.newId()];
	const { data, duplicateFields } = prepared.after;
	const added = attachedTo(prepared.fields, put);
	const reference = `${makings.shortName}-${randomToken()
		.replaceAll(/[^A-Za-z0-9]/g, "")
		.slice(0, 8)
		.toUpperCase()}`;
	const named = { ...person, applicationNumber: number, reference };
	const event = await commit(ctx, {
		guarded: {
			write: insertApplicant(
				ctx,
				{
					...named,
					...newPhoto({ photoKey: null, attachments: [] }, prepared, added),
					organisationId,
					submissionId: formId,
					publicId: randomToken(),
					searchText: searchText(makings.searchKey, named),
					registeredAt: now,
					stageChangedAt: now,
					updatedAt: now,
				},
				fromOpenApplication(ctx, person),
			),
			expectedChanges: 1,
		},
		writes: [
			insertSubmission(ctx, {
				organisationId,
				id: formId,
				applicantId: person.id,
				formDesignId,
				designVersion: makings.designVersion,
				data,
				repeats: duplicateFields,
				hidden: prepared.hidden,
				percentComplete: prepared.percentComplete,
				submittedAt: isHandedIn ? now : null,
				updatedAt: now,
			}),
			...writeAttachments(ctx, formId, { added, removed: [] }),
			logApplicants(ctx, [{ applicantId: person.id, stepId: person.stepId }], {
				type: "STAGE_CHANGE",
				reason: isHandedIn ? "The form was handed in." : "The form was begun.",
				eventId,
			}),
			...writeIdentityKeys(ctx, {
				scope: person.applicationId,
				ownerId: person.id,
				keys: applicantKeysOf(person, makings.layout, askedAnswers(data, prepared.hidden)),
			}),
		],
		event: {
			id: eventId,
			type: "applicants.registered",
			payload: {
				applicationId: person.applicationId,
				applicantIds: [person.id],
				stepId: person.stepId,
				isHandedIn,
				courseId: person.courseId,
			},
		},
	});
	return event !== undefined;
};
