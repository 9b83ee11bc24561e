import * as v from "valibot";
import type { ApiClient } from "#app/api/client";
import { httpStatus, orThrow } from "#app/api/problem-response";
import type { EditedForm } from "#app/routes/forms/read-edited-form.server";
import { fieldText } from "#app/ui/form/field-text";
import { type Problem, problem } from "#worker/contract/problems";
import { problemToast } from "#worker/contract/screen-problems";
import { updateForm } from "#worker/services/forms/contract";

const Current = v.object({
	current: v.object({ by: v.nullish(v.string(), null), updatedAt: v.nullish(v.number(), null) }),
});

interface Refused {
	status: number;
	errors: Record<string, string[]>;
	formErrors: string[];
	stale: { by: string | null; updatedAt: number | null } | null;
}

/** Updates the form from the draft; returns the errors, or undefined on success (§8 Form update failure). */
export const updateFromDraft = async (
	api: ApiClient,
	{ form }: EditedForm,
	posted: FormData,
): Promise<Refused | undefined> => {
	const version = Number(fieldText(posted.get("version")));
	const idempotencyKey = fieldText(posted.get("idempotencyKey"));
	const updated = await api.call(
		updateForm,
		{
			params: { id: form.id },
			body: {
				data: {
					applicationKey: form.applicationKey,
					draft: true,
					...(Number.isSafeInteger(version) && version > 0 ? { version } : {}),
				},
			},
		},
		/^[\w-]{8,64}$/.test(idempotencyKey) ? { idempotencyKey } : {},
	);
	if (updated.ok) return undefined;
	if (updated.problem.status === 404) orThrow(updated);
	return refusal(updated.problem);
};

const refusal = (cause: Problem): Refused => {
	const said = { status: httpStatus(cause), errors: cause.fields ?? {} };
	if (cause.code !== "stale_form") return { ...said, formErrors: [failureText(cause)], stale: null };
	const details = v.safeParse(Current, cause.details);
	return { ...said, formErrors: [], stale: details.success ? details.output.current : { by: null, updatedAt: null } };
};

/** Returns 'Error 500: Unable to update applicant details' with the service's own reason. */
const failureText = (cause: Problem): string => {
	const { error } = problem("form_update_failed");
	// why: errors of single answers are shown beside them.
	const isSaid = cause.error === error || cause.code === "internal" || cause.fields !== undefined;
	const more = isSaid ? "" : `. ${cause.error}`;
	return problemToast({ ...cause, code: "form_update_failed", error: error + more });
};
