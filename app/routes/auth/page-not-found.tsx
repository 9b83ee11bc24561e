import { json, type MetaFunction } from "@remix-run/cloudflare";
import { useParams } from "@remix-run/react";
import { FileQuestion } from "lucide-react";
import { ProblemPage } from "#app/shell/problem-page";
import { GoBack } from "#app/ui/go-back";
import { MessagePage } from "#app/ui/page/message-page";

export const meta: MetaFunction = () => [{ title: "Page not Found · Matricula" }];

export const loader = () => json(null, { status: 404 });

/** The page for unknown addresses (§2). */
const PageNotFound = () => {
	const { orgName } = useParams();
	return (
		<MessagePage icon={FileQuestion} status={404} title="Page not Found" action={<GoBack to={`/${orgName}`} />}>
			<p>The page you are looking for does not exist, or is no longer there.</p>
		</MessagePage>
	);
};
export default PageNotFound;

export const ErrorBoundary = () => <ProblemPage />;
