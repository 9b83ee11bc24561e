import { MoreHorizontal, X } from "lucide-react";
import type { ReactNode } from "react";
import type { SelectionAction } from "#app/list/selection-pages";
import { Button, type ButtonProps, LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { Glyph } from "#app/ui/glyph";
import { Kbd } from "#app/ui/kbd";
import { Menu } from "#app/ui/menu/menu";
import { useHydrated } from "#app/ui/use-hydrated";

interface SelectionBarProps {
	summary: ReactNode;
	clear: ReactNode;
	/** The primary action first. */
	actions: readonly SelectionAction[];
}

/** Floats over the foot of a list while rows are selected, in one line: how many, three actions, and 'More'. */
export const SelectionBar = ({ summary, clear, actions }: SelectionBarProps) => {
	const more = actions.filter(({ button }) => !button);
	return (
		<section
			aria-label="Selection"
			className="sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full animate-rise items-center gap-1.5 rounded-lg border border-line-2 bg-raised p-1.5 pl-3 shadow-float print:hidden"
		>
			<span role="status" className="min-w-0 truncate font-medium tabular-nums sm:mr-1">
				{summary}
			</span>
			{clear}
			{actions.map((action) => (
				<BarButton key={action.id} {...action} />
			))}
			{more.length > 0 && (
				<Menu
					isAbove
					button={
						<>
							<Glyph icon={MoreHorizontal} />
							<span className="max-sm:sr-only">More</span>
						</>
					}
					buttonClassName={buttonClass({ className: narrowClass })}
					entries={more}
				/>
			)}
		</section>
	);
};

/** 'Clear' is a cross where the screen is narrow. */
export const clearClass = "max-sm:px-1.5";
export const ClearLabel = () => (
	<>
		<span className="max-sm:sr-only">Clear</span>
		<Glyph icon={X} className="sm:hidden" />
	</>
);

const narrowClass = "max-sm:px-2";

const BarButton = ({ button, icon, keys, ...target }: SelectionAction) => {
	const hydrated = useHydrated();
	if (!button) return null;
	const { text, narrow, isPrimary = false } = button;
	const look: Pick<ButtonProps, "variant" | "icon" | "className"> = {
		variant: isPrimary ? "primary" : "secondary",
		icon,
		className: narrowClass,
	};
	const content = (
		<>
			<span>
				{narrow}
				<span className="max-sm:sr-only">{text}</span>
			</span>
			{isPrimary && hydrated && keys && (
				<span className="contents max-sm:hidden">
					<Kbd onAccent>{keys}</Kbd>
				</span>
			)}
		</>
	);
	if (target.form)
		return (
			<Button {...look} form={target.form.id} formAction={target.form.action}>
				{content}
			</Button>
		);
	return (
		<LinkButton {...look} to={target.to} preventScrollReset>
			{content}
		</LinkButton>
	);
};
