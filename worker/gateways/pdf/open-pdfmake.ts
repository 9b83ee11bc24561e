import { ink } from "#worker/gateways/pdf/content";

/** The printer with its fonts; it can fetch nothing. why its own module: a megabyte that few requests need. */
export const openPdfmake = async () => {
	const [{ default: pdfmake }, { default: regular }, { default: bold }, { default: italic }] = await Promise.all([
		import("pdfmake/build/pdfmake.js"),
		import("#worker/gateways/pdf/fonts/noto-sans-regular.generated"),
		import("#worker/gateways/pdf/fonts/noto-sans-bold.generated"),
		import("#worker/gateways/pdf/fonts/noto-sans-italic.generated"),
	]);
	pdfmake.addVirtualFileSystem({ "regular.ttf": regular, "bold.ttf": bold, "italic.ttf": italic });
	pdfmake.addFonts({
		NotoSans: { normal: "regular.ttf", bold: "bold.ttf", italics: "italic.ttf", bolditalics: "bold.ttf" },
	});
	pdfmake.addTableLayouts(layouts);
	pdfmake.setUrlAccessPolicy(() => false);
	return pdfmake;
};

const always = (value: number) => () => value;

/** Tables of documents: lines between rows, a grid, a bar at the left (a quotation), a coloured cell (a status). */
const layouts = {
	lines: {
		hLineWidth: (row: number, { table }: { table: { body: unknown[] } }) =>
			row === 0 || row === table.body.length ? 0 : 0.5,
		vLineWidth: always(0),
		hLineColor: () => ink.line,
		paddingLeft: (column: number) => (column === 0 ? 0 : 6),
		paddingRight: always(6),
		paddingTop: always(2.5),
		paddingBottom: always(2.5),
	},
	grid: {
		hLineWidth: always(0.5),
		vLineWidth: always(0.5),
		hLineColor: () => ink.line,
		vLineColor: () => ink.line,
		paddingLeft: always(5),
		paddingRight: always(5),
		paddingTop: always(3),
		paddingBottom: always(3),
	},
	bar: {
		hLineWidth: always(0),
		vLineWidth: (column: number) => (column === 0 ? 2 : 0),
		vLineColor: () => ink.line,
		paddingLeft: always(8),
		paddingRight: always(0),
		paddingTop: always(0),
		paddingBottom: always(0),
	},
	badge: {
		hLineWidth: always(0),
		vLineWidth: always(0),
		paddingLeft: always(7),
		paddingRight: always(7),
		paddingTop: always(2),
		paddingBottom: always(2.5),
	},
};
