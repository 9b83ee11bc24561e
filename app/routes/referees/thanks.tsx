import { type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { MessagePage } from "#app/ui/page/message-page";
import { notices } from "#worker/contract/notices";
import { getPublicOrganisation } from "#worker/services/organisation/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `Thank you · ${data?.organisation.name ?? "Matricula"}` },
];

export const headers: HeadersFunction = () => ({ "x-robots-tag": "noindex, nofollow, noarchive" });

/** The page after a reference was sent. It does not name the applicant, because its address is not secret. */
export const loader = async ({ params, context }: LoaderFunctionArgs) =>
	json({
		organisation: orThrow(await context.api.call(getPublicOrganisation, { params: { id: params.orgName ?? "" } })),
	});

const Thanks = () => {
	const { organisation } = useLoaderData<typeof loader>();
	return (
		<MessagePage icon={CircleCheck} tone="success" title={notices.referenceReceived}>
			<p role="status">It is with {organisation.name} now. You can close this page.</p>
		</MessagePage>
	);
};
export default Thanks;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
