import type { AppLoadContext } from "@remix-run/cloudflare";
import * as v from "valibot";
import { problemResponse } from "#app/api/problem-response";
import { kindOf } from "#app/ui/form-fields/field-kind";
import type { FormData as Answers, FormSection, RepeatCounts } from "#worker/contract/form-schema";
import { layOut, type SlotSection, slotsOf } from "#worker/contract/form-slots";
import { OrganisationId } from "#worker/contract/ids";
import { places } from "#worker/contract/places.server";
import { problem } from "#worker/contract/problems";
import { getInvitation, type Invitation } from "#worker/services/applicants/invitation.contract";

/** The invitation behind the page's link, or the page that says why there is none. */
export const requireInvitation = async (
	context: AppLoadContext,
	{ orgName = "", token = "" }: { orgName?: string | undefined; token?: string | undefined },
): Promise<Invitation> => {
	const unknown = problemResponse(problem("reference_link_unknown"));
	if (!v.is(OrganisationId, orgName)) throw unknown;
	const found = await context.api.call(getInvitation, { params: { token }, query: { organisation: orgName } });
	if (found.ok) return found.value;
	throw found.problem.code === "not_found" ? unknown : problemResponse(found.problem);
};

export const noRepeats: RepeatCounts = { sections: {}, rows: {} };

/** What the page asks, with what was answered so far. */
export interface Questions {
	sections: SlotSection[];
	answers: Answers;
	/** Another one is drawn afresh: the fields of a repeat that was added or taken away stand elsewhere. */
	revision: string;
}

export const questionsOf = (
	inputs: FormSection[],
	{
		answers = {},
		repeats = noRepeats,
		revision = "",
	}: { answers?: Answers; repeats?: RepeatCounts; revision?: string } = {},
): Questions => ({
	sections: layOut({ layout: { sections: inputs }, data: answers, repeats }, { referee: null }),
	answers,
	revision,
});

/** Places, where a question asks for one. */
export const placesFor = (sections: readonly SlotSection[]) =>
	slotsOf(sections).some(({ col }) => ["place", "country"].includes(kindOf(col))) ? places : undefined;
