/** A PDF in the page, as tall as there is room; the browser's list of its pages stays closed. */
export const PdfFrame = ({ src, title }: { src: string; title: string }) => (
	<iframe
		key={src}
		src={`${src}#navpanes=0`}
		title={title}
		className="h-[68dvh] w-full rounded-md border border-line bg-bg"
	/>
);
