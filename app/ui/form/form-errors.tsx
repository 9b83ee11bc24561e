import { TriangleAlert } from "lucide-react";
import { Callout } from "#app/ui/callout";

/** What is wrong with a form as a whole, said at once to whoever listens. */
export const FormErrors = ({ id, errors }: { id?: string; errors?: readonly string[] | null }) => (
	<div id={id} role="alert" className="empty:hidden">
		{errors && errors.length > 0 && (
			<Callout tone="danger" icon={TriangleAlert}>
				{errors.map((error) => (
					<p key={error}>{error}</p>
				))}
			</Callout>
		)}
	</div>
);
