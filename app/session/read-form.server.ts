import type { AppLoadContext } from "@remix-run/cloudflare";
import { orThrow, problemResponse } from "#app/api/problem-response";
import { problem } from "#worker/contract/problems";

/** Name of the hidden field that ties a form to the session it was shown in. */
export const csrfField = "csrf";

/** why: Conform reads dots and brackets as paths and `__` as its own; no other form has such a field. */
const fieldName = /^[A-Za-z][\w-]*$/;

/** In a form with lists, their items' fields too, and the buttons by which Conform adds, moves and removes one. */
const fieldOrItem = /^(__(intent|state)__|[A-Za-z][\w-]*(\[\d{1,3}\](\.[A-Za-z]\w*)?)?)$/;

interface FormKind {
	/** Whether it has lists of fields, to which its buttons add. */
	hasLists?: boolean;
}

/** Reads a posted form of at most a megabyte; throws the 413 or 400 page otherwise. */
export const readForm = async (
	request: Request,
	context: AppLoadContext,
	{ hasLists = false }: FormKind = {},
): Promise<FormData> => {
	const form = new FormData();
	for (const { name, value } of orThrow(await context.readPostedForm(request)))
		if ((hasLists ? fieldOrItem : fieldName).test(name)) form.append(name, value);
	return form;
};

/** Reads a form as `readForm` does; throws the 403 page unless a page of this session sent it. */
export const readSignedInForm = async (
	request: Request,
	context: AppLoadContext,
	kind: FormKind = {},
): Promise<FormData> => {
	const form = await readForm(request, context, kind);
	requireOwnPage(form, context);
	return form;
};

/** Throws the 403 page unless a page of this session sent the form; removes the field that proves it. */
export const requireOwnPage = (form: FormData, context: AppLoadContext): void => {
	const expected = context.session.csrf();
	if (!expected || form.get(csrfField) !== expected) throw problemResponse(problem("cross_site"));
	form.delete(csrfField);
};
