import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { LayoutToSave } from "#worker/contract/forms/layout-to-save";
import { fail } from "#worker/contract/result";
import { type DesignDraft, getDesignDraft, saveDesignDraft } from "#worker/services/form-designs/contract";

/** Loads the draft of the form that an address names. */
export const loadDraft = async ({ call }: { call: ApiCall }, { params }: LoaderFunctionArgs): Promise<DesignDraft> =>
	orThrow(await call(getDesignDraft, { params: { id: params.recordId ?? "" } }));

interface Edit {
	/** The version that the page was drawn from. */
	version: number | undefined;
	/** Returns the new layout, or why there is none. */
	edit(layout: FormLayout, draft: DesignDraft): FormLayout | Refused;
}

type Refused = ReturnType<typeof fail>;

/** What is answered about a part that somebody else has removed: the draft as it is now. */
export const removedFrom = (draft: DesignDraft): Refused => fail("changed_meanwhile", { details: { current: draft } });

/** Edits the draft as it is now, if it is still the one that was seen. */
export const editDraft = async ({ call }: { call: ApiCall }, args: LoaderFunctionArgs, { version, edit }: Edit) => {
	const draft = await loadDraft({ call }, args);
	const edited = edit(draft.layout, draft);
	if ("ok" in edited) return { saved: edited, layout: draft.layout, draft };
	const layout = edited;
	const params = { id: args.params.recordId ?? "" };
	const checked = v.safeParse(LayoutToSave, layout);
	const saved = checked.success
		? await call(saveDesignDraft, { params, body: { layout: checked.output, version } })
		: fail("invalid", { fields: { layout: checked.issues.map(({ message }) => message) } });
	if (!saved.ok && saved.problem.status === 404) orThrow(saved);
	return { saved, layout, draft };
};

/** The address of a form with one of its sections open. */
export const formAt = ({ params }: LoaderFunctionArgs, sectionId?: string): string =>
	`/${params.orgName}/forms/${params.recordId}${sectionId ? `?section=${encodeURIComponent(sectionId)}` : ""}`;
