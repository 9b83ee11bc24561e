import { classNames } from "#app/ui/class-names";

export const menuPanelClass = (align: "start" | "end", isAbove = false) =>
	classNames("menu-panel", align === "end" ? "right-0" : "left-0", isAbove && "top-auto! bottom-full mt-0! mb-1");

export const MenuSectionLine = ({ name, first }: { name: string; first: boolean }) => (
	<div
		role="presentation"
		className={classNames(
			"px-2.5 pb-1 text-sm text-text-3",
			first ? "pt-1.5" : "mt-1 border-t border-line",
			!first && name !== "" && "pt-2",
		)}
	>
		{name}
	</div>
);
