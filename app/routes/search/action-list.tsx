import { Link } from "@remix-run/react";
import type { ShellAction } from "#app/shell/palette/shell-actions";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { iconProps } from "#app/ui/icon";

const rowClass = "flex min-h-10 w-full items-center gap-3 px-4 text-left hover:bg-hover disabled:text-text-3";

/** Pages as links, commands as forms. */
export const ActionList = ({ heading, actions }: { heading: string; actions: readonly ShellAction[] }) => {
	if (actions.length === 0) return null;
	return (
		<Card className="overflow-hidden">
			<h2 className="border-b border-line px-4 py-2.5 font-medium">{heading}</h2>
			<ul>
				{actions.map((action) => (
					<li key={action.id} className="border-b border-line last:border-b-0">
						<Action {...action} />
					</li>
				))}
			</ul>
		</Card>
	);
};

const Action = ({ icon: Glyph, title, disabled, to, form }: ShellAction) => {
	if (!form) {
		return (
			<Link to={to} className={`${rowClass} -outline-offset-2`}>
				<Glyph {...iconProps} />
				{title}
			</Link>
		);
	}
	return (
		<SignedInForm method="post" action={form.action} preventScrollReset>
			{Object.entries(form.fields).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<button type="submit" disabled={disabled !== undefined} className={`${rowClass} -outline-offset-2`}>
				<Glyph {...iconProps} />
				<span className="flex-1">{title}</span>
				{disabled && <span className="text-sm">{disabled}</span>}
			</button>
		</SignedInForm>
	);
};
