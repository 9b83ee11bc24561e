import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import type { ApiClient } from "#app/api/client";
import { httpStatus, orThrow, problemResponse } from "#app/api/problem-response";
import { seenVersion } from "#app/records/meanwhile";
import type { PageAnswer } from "#app/routes/templates/page-setup";
import { requireOwnPage } from "#app/session/read-form.server";
import { fieldText } from "#app/ui/form/field-text";
import { maxBodyBytes } from "#worker/contract/posted-form";
import { PageSetup } from "#worker/contract/text/page-setup";
import { setTemplate } from "#worker/services/templates/contract";
import {
	maxPictureBytes,
	picturePart,
	pictureTooLarge,
	uploadPicture,
} from "#worker/services/templates/pictures.contract";

const texts = [
	...(["letterhead", "letterheadPicture", "signature", "signaturePicture"] as const),
	...(["footer", "top", "right", "bottom", "left"] as const),
] as const;
/** The pages as they are typed. */
export type TypedPage = Record<(typeof texts)[number], string>;

/** Returns pages as a form has them. */
export const typedPage = ({
	margins,
	letterheadPicture,
	signaturePicture,
	footer,
	...parts
}: PageSetup): TypedPage => ({
	...parts,
	letterheadPicture: letterheadPicture ?? "",
	signaturePicture: signaturePicture ?? "",
	footer: footer ?? "",
	top: `${margins.top}`,
	right: `${margins.right}`,
	bottom: `${margins.bottom}`,
	left: `${margins.left}`,
});

interface Refused {
	answer: PageAnswer;
	status: number;
}

/** Saves the pages that were posted, with the pictures among them. @returns the version of the template, or why they were not saved */
export const savePages = async (
	{ request, context }: ActionFunctionArgs,
	api: ApiClient,
	id: string,
): Promise<Refused | { version: number }> => {
	// why of its own: pictures that are too large are answered beside their fields.
	const posted = await context.readPostedForm(request, { maxMultipartBytes: 4 * maxPictureBytes + maxBodyBytes });
	if (!posted.ok && posted.problem.status === 413)
		return { answer: { typed: null, errors: { "": [pictureTooLarge] } }, status: 413 };
	if (!posted.ok) throw problemResponse(posted.problem);
	const form = new FormData();
	for (const { name, value } of posted.value) form.append(name, value);
	requireOwnPage(form, context);
	const typed = Object.fromEntries(texts.map((name) => [name, fieldText(form.get(name))])) as TypedPage;
	const refuse = (errors: Record<string, string[]>, status: number): Refused => ({ answer: { typed, errors }, status });
	const version = v.safeParse(seenVersion, fieldText(form.get("version")) || undefined);
	if (!version.success) return refuse({ "": ["Reload the page and try again."] }, 422);
	if (form.get("intent") !== "usual") {
		for (const part of ["letterhead", "signature"] as const) {
			const kept = await keepPicture(api, typed[part] === "picture" ? form.get(`${part}File`) : null);
			if (kept.wrong !== undefined) return refuse({ [`${part}File`]: [kept.wrong] }, kept.status);
			typed[`${part}Picture`] = kept.address ?? typed[`${part}Picture`];
			if (typed[part] === "picture" && typed[`${part}Picture`] === "")
				return refuse({ [`${part}File`]: ["Choose a picture"] }, 422);
		}
	}
	const read = form.get("intent") === "usual" ? null : v.safeParse(PageSetup, pageOfTyped(typed));
	if (read && !read.success) return refuse(errorsOf(read.issues), 422);
	const body = { page: read?.output ?? null, version: version.output };
	const saved = await api.call(setTemplate, { params: { id }, body });
	if (saved.ok) return { version: saved.value.version };
	if (saved.problem.status === 404) orThrow(saved);
	const ofPictures = errorsOfPictures(saved.problem.fields);
	if (ofPictures) return refuse(ofPictures, httpStatus(saved.problem));
	const isStale = saved.problem.code === "changed_meanwhile";
	const error = isStale ? "Somebody else has changed the template. Reload the page." : saved.problem.error;
	return refuse({ "": [error] }, httpStatus(saved.problem));
};

const pageOfTyped = ({ top, right, bottom, left, letterheadPicture, signaturePicture, ...others }: TypedPage) => ({
	...others,
	letterheadPicture: others.letterhead === "picture" ? letterheadPicture : null,
	signaturePicture: others.signature === "picture" ? signaturePicture : null,
	margins: { top: Number(top), right: Number(right), bottom: Number(bottom), left: Number(left) },
});

/** Puts each error beside its field, which is called as the innermost key. */
const errorsOf = (issues: readonly v.BaseIssue<unknown>[]): Record<string, string[]> =>
	Object.fromEntries(issues.map(({ path, message }) => [String(path?.at(-1)?.key ?? ""), [message]]));

/** Puts what is wrong with a stored picture beside the field that uploads another one. */
const errorsOfPictures = (fields: Record<string, string[]> = {}): Record<string, string[]> | undefined => {
	const found = (["letterhead", "signature"] as const).flatMap((part) => {
		const wrong = fields[`page.${part}Picture`];
		return wrong ? [[`${part}File`, wrong] as const] : [];
	});
	return found.length > 0 ? Object.fromEntries(found) : undefined;
};

const keepPicture = async (api: ApiClient, file: FormDataEntryValue | null) => {
	if (!(file instanceof File) || file.name === "") return { address: null };
	if (file.size > maxPictureBytes) return { wrong: pictureTooLarge, status: 413 };
	const kept = await api.call(uploadPicture, { body: { data: {}, files: [{ part: picturePart, file }] } });
	if (kept.ok) return { address: kept.value.address };
	return { wrong: kept.problem.fields?.[picturePart]?.[0] ?? kept.problem.error, status: httpStatus(kept.problem) };
};
