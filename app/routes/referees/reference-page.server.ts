import type { AppLoadContext } from "@remix-run/cloudflare";
import * as v from "valibot";
import { noRepeats } from "#app/ui/form-fields/read-sections";
import { kindOf } from "#worker/contract/forms/field-kind";
import type { FormData as Answers, FormSection, RepeatCounts } from "#worker/contract/forms/form-schema";
import { layOutAll, type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";
import { conditionsOfPage, type PageConditions } from "#worker/contract/forms/page-conditions";
import { places } from "#worker/contract/forms/places.server";
import { OrganisationId } from "#worker/contract/ids";
import { fail, type Result } from "#worker/contract/result";
import { getInvitation, type Invitation } from "#worker/services/referees/invitation.contract";

interface Link {
	orgName?: string | undefined;
	token?: string | undefined;
}

/** why: an action and the loader after it are one request, and load the invitation once. */
const found = new WeakMap<AppLoadContext, Promise<Result<Invitation>>>();

/** Returns the invitation of the page's link, or why there is none. */
export const findInvitation = (context: AppLoadContext, link: Link): Promise<Result<Invitation>> => {
	const invitation = found.get(context) ?? askInvitation(context, link);
	found.set(context, invitation);
	return invitation;
};

const askInvitation = async (
	{ api }: AppLoadContext,
	{ orgName = "", token = "" }: Link,
): Promise<Result<Invitation>> => {
	if (!v.is(OrganisationId, orgName)) return fail("reference_link_unknown");
	const asked = await api.call(getInvitation, { params: { token }, query: { organisation: orgName } });
	return !asked.ok && asked.problem.code === "not_found" ? fail("reference_link_unknown") : asked;
};

export interface Questions {
	/** Includes the fields that the answers do not ask for, marked as such. */
	sections: SlotSection[];
	/** What decides which questions are asked; left out where all always are. */
	conditions?: PageConditions;
	answers: Answers;
	/** Changes to render the fields anew: after a repeat was added or removed they have other places. */
	revision: string;
}

export const questionsOf = (
	inputs: FormSection[],
	{
		answers = {},
		repeats = noRepeats,
		revision = "",
	}: { answers?: Answers; repeats?: RepeatCounts; revision?: string } = {},
): Questions => {
	const form = { layout: { sections: inputs }, data: answers, repeats };
	const sections = layOutAll(form, { referee: null });
	const conditions = conditionsOfPage(form, sections);
	return { sections, ...(conditions && { conditions }), answers, revision };
};

/** Returns the places, when a question asks for one. */
export const placesFor = (sections: readonly SlotSection[]) =>
	slotsOf(sections).some(({ col }) => ["place", "country"].includes(kindOf(col))) ? places : undefined;
