import type { SubmissionResult } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, redirect, type TypedResponse } from "@remix-run/cloudflare";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { idempotencyKey } from "#app/list/idempotency-key";
import { readMeanwhile, seenVersion } from "#app/records/meanwhile";
import { TypedMoment } from "#app/records/typed-fields.server";
import type { FormAnswer } from "#app/routes/applications/application-form";
import { findCourses, namesOfCourses } from "#app/routes/applications/find-courses.server";
import { courseSearch, coursesSearched, type OfferedChoices } from "#app/routes/applications/offered-courses";
import { readSignedInForm } from "#app/session/read-form.server";
import type { requireAccess } from "#app/session/require-user.server";
import type { Problem } from "#worker/contract/problems";
import {
	type Application,
	createApplication,
	maxOffered,
	updateApplication,
} from "#worker/services/applications/contract";
import { getOrganisation } from "#worker/services/organisation/contract";

/** Returns the form's schema from the contract's; a box that is not ticked sends nothing. @param seen what it began with */
const formOf = (timeZone: string, seen: Application | null) => {
	const { entries } = createApplication.body;
	return v.object({
		...entries,
		active: v.optional(v.boolean(), false),
		startsAt: TypedMoment(timeZone, seen?.startsAt ?? null),
		endsAt: TypedMoment(timeZone, seen?.endsAt ?? null),
		// why without the contract's default: Conform takes an empty one for nothing.
		introduction: v.optional(entries.introduction.wrapped),
		confirmation: v.optional(entries.confirmation.wrapped),
		version: seenVersion,
		idempotencyKey,
	});
};

type Opened = Pick<Awaited<ReturnType<typeof requireAccess>>, "api" | "session" | "orgName">;

/** Creates or saves an application from its form and shows it, or answers what the form shows instead. */
export const saveApplication = async (
	{ request, context }: ActionFunctionArgs,
	{ api, session, orgName }: Opened,
	/** The application that is changed; null for a new one. */
	seen: Application | null,
): Promise<TypedResponse<FormAnswer>> => {
	const form = await readSignedInForm(request, context, { hasLists: true });
	if (isSearch(form)) form.set("__intent__", searchIntent);
	const courses = () => coursesFor(api, form, seen);
	const { timeZone } = orThrow(await api.call(getOrganisation, {}));
	const submission = parseWithValibot(form, { schema: formOf(timeZone, seen) });
	if (submission.status !== "success") {
		const status = submission.status === "error" ? 422 : 200;
		return json({ result: submission.reply(), meanwhile: null, putBack: 0, courses: await courses() }, { status });
	}
	const { version, idempotencyKey, ...body } = submission.value;
	const saved = seen
		? await api.call(updateApplication, { params: { id: seen.id }, body: { ...body, version } })
		: await api.call(createApplication, { body }, { idempotencyKey });
	if (saved.ok) {
		const { id, title } = saved.value;
		session.flash({ kind: "success", message: `“${title}” was ${seen ? "saved" : "created"}` });
		return redirect(`/${orgName}/manage-applications/${id}`);
	}
	const { problem } = saved;
	if (problem.status === 404) orThrow(saved);
	const result = replyWithProblem(submission, problem);
	const meanwhile = readMeanwhile(problem, v.record(v.string(), v.unknown()));
	const answer = problem.code === "application_course_in_use" ? putBack(result, problem) : { result, putBack: 0 };
	return json({ ...answer, meanwhile, courses: await courses() }, { status: httpStatus(problem) });
};

/** Changes nothing of the form, and checks none of its other fields. */
const searchIntent = JSON.stringify({ type: "validate", payload: { name: courseSearch } });

/** Checks whether the form is sent to find courses. why another text too: Enter in the field must not save. */
const isSearch = (form: FormData): boolean =>
	form.has("find") || (!form.has("__intent__") && textIn(form, courseSearch) !== textIn(form, coursesSearched));

const textIn = (form: FormData, name: string): string => {
	const text = form.get(name);
	return typeof text === "string" ? text.trim() : "";
};

/** Reads what the form that comes back offers: courses that its search finds, and the names of those in its lines. */
const coursesFor = async (api: Opened["api"], form: FormData, seen: Application | null): Promise<OfferedChoices> => {
	const known = new Set(seen?.courses.map(({ course }) => course.id));
	const chosen = [...form].flatMap(([name, id]) =>
		/^courses\[\d+\]\.courseId$/.test(name) && typeof id === "string" && id !== "" && !known.has(id) ? id : [],
	);
	const [found, named] = await Promise.all([
		findCourses(api, textIn(form, courseSearch)),
		namesOfCourses(api, chosen.slice(0, maxOffered)),
	]);
	return { ...found, named };
};

/** Puts courses that cannot be removed back into the list, each with the reason beside it. */
const putBack = (
	result: SubmissionResult,
	{ details, fields = {} }: Problem,
): Pick<FormAnswer, "result" | "putBack"> => {
	const { courseIds } = v.parse(v.object({ courseIds: v.array(v.string()) }), details);
	const { courses: reasons = [], ...others } = fields;
	const typed = (result.initialValue?.courses ?? []) as { courseId?: string }[];
	const errors = courseIds.map((_, index) => [`courses[${typed.length + index}].courseId`, [reasons[index] ?? ""]]);
	return {
		result: {
			...result,
			initialValue: { ...result.initialValue, courses: [...typed, ...courseIds.map((courseId) => ({ courseId }))] },
			error: { ...others, ...Object.fromEntries(errors) },
		},
		putBack: courseIds.length,
	};
};
