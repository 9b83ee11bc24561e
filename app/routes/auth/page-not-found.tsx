import { json } from "@remix-run/cloudflare";
import { useParams } from "@remix-run/react";
import { FileQuestion } from "lucide-react";
import { titled } from "#app/shell/titled";
import { GoBack } from "#app/ui/go-back";
import { MessagePage } from "#app/ui/page/message-page";

export const meta = titled("Page not Found");

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

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
