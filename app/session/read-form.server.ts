import type { AppLoadContext } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { maxBodyBytes, readBounded } from "#worker/contract/bounded-body";
import { problem } from "#worker/contract/problems";

/** Name of the hidden field that ties a form to the session it was shown in. */
export const csrfField = "csrf";

/** why: Conform reads dots and brackets as paths, and `__` as its own; no form of the portal has such a field. */
const fieldName = /^[A-Za-z][\w-]*$/;

/** A posted form of at most a megabyte; throws the 413 or 400 page otherwise. */
export const readForm = async (request: Request): Promise<FormData> => {
	const parts = await readBounded(request.body, maxBodyBytes);
	if (!parts.ok) throw problemResponse(parts.problem);
	try {
		const form = await new Response(new Blob(parts.value), {
			headers: { "content-type": request.headers.get("content-type") ?? "" },
		}).formData();
		for (const name of [...form.keys()]) if (!fieldName.test(name)) form.delete(name);
		return form;
	} catch {
		throw problemResponse(problem("malformed"));
	}
};

/** A form posted by a signed-in reader: as `readForm`, and refused (403) unless this session's own page sent it. */
export const readSignedInForm = async (request: Request, context: AppLoadContext): Promise<FormData> => {
	const form = await readForm(request);
	requireOwnPage(form, context);
	return form;
};

/** Throws the 403 page unless a page of this session sent the form; what proves it is taken out of the form. */
export const requireOwnPage = (form: FormData, context: AppLoadContext): void => {
	const expected = context.session.csrf();
	if (!expected || form.get(csrfField) !== expected) throw problemResponse(problem("cross_site"));
	form.delete(csrfField);
};
