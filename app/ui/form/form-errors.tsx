import { Callout } from "#app/ui/callout";
import { WarningMark } from "#app/ui/marks";

export const FormErrors = ({ id, errors }: { id?: string; errors?: readonly string[] | null }) => (
	<div id={id} role="alert" className="empty:hidden">
		{errors && errors.length > 0 && (
			<Callout tone="danger" icon={WarningMark}>
				{errors.map((error) => (
					<p key={error}>{error}</p>
				))}
			</Callout>
		)}
	</div>
);
