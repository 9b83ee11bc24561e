import type { AppLoadContext } from "@remix-run/cloudflare";
import * as v from "valibot";
import { kindOf } from "#worker/contract/forms/field-kind";
import type { FormData as Answers, FormSection, RepeatCounts } from "#worker/contract/forms/form-schema";
import { layOut, type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";
import { places } from "#worker/contract/forms/places.server";
import { OrganisationId } from "#worker/contract/ids";
import { fail, type Result } from "#worker/contract/result";
import { getInvitation, type Invitation } from "#worker/services/referees/invitation.contract";

interface Link {
	orgName?: string | undefined;
	token?: string | undefined;
}

/** why: what a page was sent to and the page that is drawn again are one request, and ask once. */
const found = new WeakMap<AppLoadContext, Promise<Result<Invitation>>>();

/** The invitation behind the page's link, or why there is none. */
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
