import type { RequestContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { organisationById } from "#worker/services/organisation/queries";

interface OpenLogo {
	body: ReadableStream;
	/** Headers under which it can be nothing but a picture, whatever it holds. */
	headers: Record<string, string>;
}

/** The institution's logo: public, as its name is. */
export const readLogo = async (ctx: RequestContext, organisationId: string): Promise<Result<OpenLogo>> => {
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
