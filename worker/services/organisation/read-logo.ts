import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { organisationById } from "#worker/services/organisation/queries";

/** Opens the institution's logo, which is as public as its name. */
export const readLogo = async (ctx: RequestContext, organisationId: string) => {
	const [organisation] = await organisationById(ctx.databaseFor(organisationId), organisationId);
	const logo = organisation?.logoKey ? await ctx.env.FILES.get(organisation.logoKey) : null;
	if (!logo) return fail("not_found");
	const headers = {
		"content-type": logo.key.endsWith(".png") ? "image/png" : "image/jpeg",
		"content-length": String(logo.size),
		"cache-control": "public, max-age=3600",
		"content-security-policy": "default-src 'none'; sandbox",
		"cross-origin-resource-policy": "same-origin",
		"x-content-type-options": "nosniff",
		etag: logo.httpEtag,
	};
	return ok({ body: logo.body, headers });
};
