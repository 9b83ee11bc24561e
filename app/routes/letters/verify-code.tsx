import {
	type HeadersFunction,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orThrow } from "#app/api/problem-response";
import { CodeForm } from "#app/routes/letters/code-form";
import { PublicCard, PublicPage } from "#app/ui/page/public-page";
import { readLetterCode } from "#worker/contract/text/letter-code";
import { getPublicOrganisation } from "#worker/services/organisation/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `Check a letter · ${data?.organisation.name ?? "Matricula"}` },
	{ name: "robots", content: "noindex, nofollow" },
];

export const headers: HeadersFunction = () => ({ "cache-control": "no-store" });

/** Asks for the code of a letter, and leads to the letter's page. */
export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
	const { orgName = "" } = params;
	const organisation = orThrow(await context.api.call(getPublicOrganisation, { params: { id: orgName } }));
	const typed = new URL(request.url).searchParams.get("code")?.slice(0, 64) ?? null;
	const code = readLetterCode(typed ?? "");
	if (code !== undefined) return redirect(`/${orgName}/verify/${code}`);
	const error = typed === null ? null : typed.trim() === "" ? "Enter the code of the letter." : notACode;
	return json({ organisation, orgName, typed, error }, { status: error === null ? 200 : 422 });
};

const notACode = "This is no code of a letter. Check it against the letter: it never has 0, O, 1 or I.";

const VerifyCode = () => {
	const { organisation, orgName, typed, error } = useLoaderData<typeof loader>();
	return (
		<PublicPage organisation={organisation}>
			<PublicCard>
				<div>
					<h1 className="text-xl">Check a letter</h1>
					<p className="text-text-2">
						See whether {organisation.name} has issued a letter, and whether it is in force.
					</p>
				</div>
				<CodeForm orgName={orgName} typed={typed ?? ""} error={error ?? undefined} />
			</PublicCard>
		</PublicPage>
	);
};
export default VerifyCode;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
