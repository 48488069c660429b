<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>parsimony::Sentence</name>
    <message>
        <source>{1} is empty</source>
        <translation>{1} ist leer</translation>
    </message>
    <message>
        <source>{1} is a Python pickle, which can run code when it is read and is never opened; {2}</source>
        <translation>{1} ist ein Python-Pickle; es kann beim Lesen Code ausführen und wird nie geöffnet. Auf Englisch steht, wie es sich umwandeln lässt: {2}</translation>
    </message>
    <message>
        <source>{1} is a PyTorch pickle, which can run code when it is read and is never opened; {2}</source>
        <translation>{1} ist ein PyTorch-Pickle; es kann beim Lesen Code ausführen und wird nie geöffnet. Auf Englisch steht, wie es sich umwandeln lässt: {2}</translation>
    </message>
    <message>
        <source>{1} holds pickled Python objects, which are never unpickled; {2}</source>
        <translation>{1} enthält Python-Objekte als Pickle; sie werden nie entpackt. Auf Englisch steht, wie es sich umwandeln lässt: {2}</translation>
    </message>
    <message>
        <source>{1} does not begin like a {2} file; it is damaged, truncated or of another format</source>
        <translation>{1} beginnt nicht wie eine {2}-Datei; sie ist beschädigt, abgeschnitten oder von anderem Format</translation>
    </message>
    <message>
        <source>{1} is of no known format; .npy, .npz, HDF5, safetensors and CSV or TSV can be read</source>
        <translation>{1} hat kein bekanntes Format; gelesen werden .npy, .npz, HDF5, safetensors und CSV oder TSV</translation>
    </message>
    <message>
        <source>{1} holds no arrays</source>
        <translation>{1} enthält keine Arrays</translation>
    </message>
    <message>
        <source>{1} holds several arrays; name one as {1}:KEY. Keys: {2}</source>
        <translation>{1} enthält mehrere Arrays; eines davon als {1}:SCHLÜSSEL nennen. Schlüssel: {2}</translation>
    </message>
    <message>
        <source>{1} is of no known format</source>
        <translation>{1} hat kein bekanntes Format</translation>
    </message>
    <message>
        <source>there is no file {1}; check the path</source>
        <translation>es gibt keine Datei {1}; bitte den Pfad prüfen</translation>
    </message>
    <message>
        <source>{1} cannot be read: {2}</source>
        <translation>{1} lässt sich nicht lesen: {2}</translation>
    </message>
    <message>
        <source>{1} became shorter or unreadable while it was being read; restore it and try again</source>
        <translation>{1} wurde beim Lesen kürzer oder unlesbar; bitte wiederherstellen und noch einmal versuchen</translation>
    </message>
    <message>
        <source>{1} ends before the bytes that its header promises</source>
        <translation>{1} endet vor den Bytes, die ihr Kopf verspricht</translation>
    </message>
    <message>
        <source>{1} needs {2} MB of memory to be unpacked, more than is free; store it uncompressed, as .npy or safetensors</source>
        <translation>{1} braucht zum Entpacken {2} MB Speicher, mehr als frei ist; bitte unkomprimiert speichern, als .npy oder safetensors</translation>
    </message>
    <message>
        <source>{1} needs more memory than there is to be unpacked</source>
        <translation>{1} braucht zum Entpacken mehr Speicher, als da ist</translation>
    </message>
    <message>
        <source>{1} is a text table and holds one array; leave out &apos;:{2}&apos;</source>
        <translation>{1} ist eine Texttabelle und enthält ein Array; bitte „:{2}“ weglassen</translation>
    </message>
    <message>
        <source>{1} cannot be listed: {2}</source>
        <translation>der Inhalt von {1} lässt sich nicht auflisten: {2}</translation>
    </message>
    <message>
        <source>{1} holds one array only, so it cannot be all the data; name features and labels with --train and --train-labels</source>
        <translation>{1} enthält nur ein Array und kann nicht alle Daten sein; bitte Merkmale und Labels einzeln nennen (--train und --train-labels)</translation>
    </message>
    <message>
        <source>{1} is a single number, not an array</source>
        <translation>{1} ist eine einzelne Zahl, kein Array</translation>
    </message>
    <message>
        <source>{1} is truncated: its header promises {2} bytes of values, {3} are there</source>
        <translation>{1} ist abgeschnitten: Der Kopf verspricht {2} Bytes an Werten, {3} sind da</translation>
    </message>
    <message>
        <source>an array of type {1} holds no numbers that can be read</source>
        <translation>ein Array vom Typ {1} enthält keine lesbaren Zahlen</translation>
    </message>
    <message>
        <source>{1} is truncated or damaged: only {2} of {3} bytes came out of it</source>
        <translation>{1} ist abgeschnitten oder beschädigt: Nur {2} von {3} Bytes kamen heraus</translation>
    </message>
    <message>
        <source>{1} could not be read: the HDF5 reader&apos;s answer makes no sense; the file may be damaged</source>
        <translation>{1} ließ sich nicht lesen: Die Antwort des HDF5-Lesers ergibt keinen Sinn; die Datei ist vielleicht beschädigt</translation>
    </message>
    <message>
        <source>{1} is an HDF5 file, but the program {2} that reads those does not lie beside {3}; install it there</source>
        <translation>{1} ist eine HDF5-Datei, aber das Programm {2}, das solche liest, liegt nicht neben {3}; bitte dort installieren</translation>
    </message>
    <message>
        <source>{1} could not be read: the HDF5 reader made no progress for {2} s and was ended; the file may be damaged</source>
        <translation>{1} ließ sich nicht lesen: Der HDF5-Leser kam {2} s lang nicht voran und wurde beendet; die Datei ist vielleicht beschädigt</translation>
    </message>
    <message>
        <source>{1} could not be read: the HDF5 reader answered more than was asked for; the file may be damaged</source>
        <translation>{1} ließ sich nicht lesen: Der HDF5-Leser antwortete mehr, als gefragt war; die Datei ist vielleicht beschädigt</translation>
    </message>
    <message>
        <source>{1} could not be read: the HDF5 reader did not end; the file may be damaged</source>
        <translation>{1} ließ sich nicht lesen: Der HDF5-Leser endete nicht; die Datei ist vielleicht beschädigt</translation>
    </message>
    <message>
        <source>{1} could not be read: {2}</source>
        <translation>{1} ließ sich nicht lesen: {2}</translation>
    </message>
    <message>
        <source>{1} holds one array without a name; leave out &apos;:{2}&apos;</source>
        <translation>{1} enthält ein Array ohne Namen; bitte „:{2}“ weglassen</translation>
    </message>
    <message>
        <source>{1} has a damaged .npy header; write the file again</source>
        <translation>{1} hat einen beschädigten .npy-Kopf; bitte die Datei neu schreiben</translation>
    </message>
    <message>
        <source>{1} holds records with named fields, not a plain array; save one array per field</source>
        <translation>{1} enthält Sätze mit benannten Feldern, kein einfaches Array; bitte je Feld ein Array speichern</translation>
    </message>
    <message>
        <source>{1} is truncated: it ends inside its .npy header</source>
        <translation>{1} ist abgeschnitten: Die Datei endet im .npy-Kopf</translation>
    </message>
    <message>
        <source>{1} does not begin like a .npy file; it is damaged or of another format</source>
        <translation>{1} beginnt nicht wie eine .npy-Datei; sie ist beschädigt oder von anderem Format</translation>
    </message>
    <message>
        <source>{1} is a .npy file of version {2}; versions 1 to 3 are known</source>
        <translation>{1} ist eine .npy-Datei der Version {2}; bekannt sind die Versionen 1 bis 3</translation>
    </message>
    <message>
        <source>{1} is truncated or damaged: its header claims {2} bytes</source>
        <translation>{1} ist abgeschnitten oder beschädigt: Der Kopf gibt {2} Bytes an</translation>
    </message>
    <message>
        <source>{1} is no sound .npz archive ({2}); write it again</source>
        <translation>{1} ist kein heiles .npz-Archiv ({2}); bitte neu schreiben</translation>
    </message>
    <message>
        <source>{1} has a damaged directory; write it again</source>
        <translation>{1} hat ein beschädigtes Verzeichnis; bitte neu schreiben</translation>
    </message>
    <message>
        <source>{1}:{2} is encrypted; decrypt it first</source>
        <translation>{1}:{2} ist verschlüsselt; bitte erst entschlüsseln</translation>
    </message>
    <message>
        <source>{1}:{2} claims more bytes than its packed data can hold</source>
        <translation>{1}:{2} gibt mehr Bytes an, als die gepackten Daten enthalten können</translation>
    </message>
    <message>
        <source>{1}:{2} cannot be unpacked: {3}</source>
        <translation>{1}:{2} lässt sich nicht entpacken: {3}</translation>
    </message>
    <message>
        <source>{1} is truncated or damaged inside its archive; write it again</source>
        <translation>{1} ist im Archiv abgeschnitten oder beschädigt; bitte neu schreiben</translation>
    </message>
    <message>
        <source>{1} is damaged inside its archive (wrong length or checksum); write it again</source>
        <translation>{1} ist im Archiv beschädigt (falsche Länge oder Prüfsumme); bitte neu schreiben</translation>
    </message>
    <message>
        <source>{1} is damaged: its header promises {2} bytes of values, the archive holds {3}</source>
        <translation>{1} ist beschädigt: Der Kopf verspricht {2} Bytes an Werten, das Archiv enthält {3}</translation>
    </message>
    <message>
        <source>{1} has a damaged safetensors header: {2}</source>
        <translation>{1} hat einen beschädigten safetensors-Kopf: {2}</translation>
    </message>
    <message>
        <source>{1} is truncated: its header promises values up to byte {2}, the file ends after {3}</source>
        <translation>{1} ist abgeschnitten: Der Kopf verspricht Werte bis Byte {2}, die Datei endet nach {3}</translation>
    </message>
    <message>
        <source>{1} is truncated: it ends inside its safetensors header</source>
        <translation>{1} ist abgeschnitten: Die Datei endet im safetensors-Kopf</translation>
    </message>
    <message>
        <source>{1} has one axis; features need rows and columns (for one number a record: reshape it to N x 1)</source>
        <translation>{1} hat eine Achse; Merkmale brauchen Zeilen und Spalten (für eine Zahl je Datensatz: zu N x 1 umformen)</translation>
    </message>
    <message>
        <source>{1} has no rows</source>
        <translation>{1} hat keine Zeilen</translation>
    </message>
    <message>
        <source>{1} has rows without values ({2})</source>
        <translation>{1} hat Zeilen ohne Werte ({2})</translation>
    </message>
    <message>
        <source>{1} holds labels of type {2}; labels are integers, save them with .astype(int)</source>
        <translation>{1} enthält Labels vom Typ {2}; Labels sind ganze Zahlen, bitte mit .astype(int) speichern</translation>
    </message>
    <message>
        <source>{1} has the shape {2}; labels are one integer a record, not one column a class</source>
        <translation>{1} hat die Form {2}; Labels sind eine ganze Zahl je Datensatz, nicht eine Spalte je Klasse</translation>
    </message>
    <message>
        <source>{1} has {2} rows, {3} has {4} labels; they must be as many</source>
        <translation>{1} hat {2} Zeilen, {3} hat {4} Labels; es müssen gleich viele sein</translation>
    </message>
    <message>
        <source>no row of {1} falls into this part; split it by other fractions</source>
        <translation>keine Zeile von {1} fällt in diesen Teil; bitte nach anderen Anteilen aufteilen</translation>
    </message>
    <message>
        <source>{1} has rows of {2} values, {3} of {4}; both must come from the same encoder</source>
        <translation>{1} hat Zeilen von {2} Werten, {3} von {4}; beide müssen vom selben Encoder kommen</translation>
    </message>
    <message>
        <source>{1} is a folder; name a file in it</source>
        <translation>{1} ist ein Ordner; bitte eine Datei darin nennen</translation>
    </message>
    <message>
        <source>a .csv file holds linear classifiers only; export to .safetensors or .npz</source>
        <translation>eine .csv-Datei fasst nur lineare Klassifikatoren; bitte als .safetensors oder .npz exportieren</translation>
    </message>
    <message>
        <source>{1} is no label map: it should be a JSON object like {&quot;0&quot;: 3, &quot;1&quot;: &quot;ignored&quot;}</source>
        <translation>{1} ist keine Label-Zuordnung: Erwartet wird ein JSON-Objekt wie {&quot;0&quot;: 3, &quot;1&quot;: &quot;ignored&quot;}</translation>
    </message>
    <message>
        <source>{1} is no label map: a line is not of the form LABEL,CLASS</source>
        <translation>{1} ist keine Label-Zuordnung: Eine Zeile hat nicht die Form LABEL,KLASSE</translation>
    </message>
    <message>
        <source>{1} should hold one integer a record, the number of its group</source>
        <translation>{1} soll eine ganze Zahl je Datensatz enthalten, die Nummer seiner Gruppe</translation>
    </message>
    <message>
        <source>there are {1} rows to evaluate, but {2} labels</source>
        <translation>es gibt {1} Zeilen zu testen, aber {2} Labels</translation>
    </message>
    <message>
        <source>there are {1} rows to evaluate, but groups for {2}</source>
        <translation>es gibt {1} Zeilen zu testen, aber Gruppen für {2}</translation>
    </message>
    <message>
        <source>a label lies outside 0..{1}; a --label-map tells what labels mean</source>
        <translation>ein Label liegt außerhalb von 0..{1}; eine Label-Zuordnung sagt, was Labels bedeuten</translation>
    </message>
    <message>
        <source>{1} is an empty label map</source>
        <translation>{1} ist eine leere Label-Zuordnung</translation>
    </message>
    <message>
        <source>{1} names the groups of {2} records, there are {3}</source>
        <translation>{1} nennt die Gruppen von {2} Datensätzen, es gibt {3}</translation>
    </message>
    <message>
        <source>the features have rows of {1} values, the classifier takes {2}; use the encoder that it was trained with</source>
        <translation>die Merkmale haben Zeilen von {1} Werten, der Klassifikator nimmt {2}; bitte den Encoder benutzen, mit dem er trainiert wurde</translation>
    </message>
    <message>
        <source>rows of {1} have {2} values, the classifier takes {3}</source>
        <translation>Zeilen von {1} haben {2} Werte, der Klassifikator nimmt {3}</translation>
    </message>
    <message>
        <source>the {1} part&apos;s account is of kind slices, which takes whole experiments only; test it within a run</source>
        <translation>das Konto des Teils „{1}“ ist von der Art „slices“ und nimmt nur ganze Experimente; bitte innerhalb eines Laufs testen</translation>
    </message>
    <message>
        <source>nothing is left of the budget of the {1} part</source>
        <translation>vom Budget des Teils „{1}“ ist nichts übrig</translation>
    </message>
    <message>
        <source>the project has no private dataset whose budget could pay for looking at private rows</source>
        <translation>das Projekt hat keine privaten Daten, deren Budget den Blick auf private Zeilen bezahlen könnte</translation>
    </message>
    <message>
        <source>{1}: these rows are private in {2} (part &apos;{3}&apos;), so their exact counts may not be shown; the project&apos;s own runs charge and release a test accuracy</source>
        <translation>{1}: Diese Zeilen sind in {2} privat (Teil „{3}“), ihre genauen Anzahlen dürfen nicht gezeigt werden; die Läufe des Projekts belasten und veröffentlichen eine Testgenauigkeit</translation>
    </message>
    <message>
        <source>the project &apos;{1}&apos; is read-only or a copy made for sharing; go on with the original, in a folder you may write to</source>
        <translation>das Projekt „{1}“ ist schreibgeschützt oder eine Kopie zum Weitergeben; bitte mit dem Original weitermachen, in einem beschreibbaren Ordner</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is damaged: its first row does not name the project; restore it from a copy</source>
        <translation>„{1}“ ist beschädigt: Die erste Zeile nennt das Projekt nicht; bitte aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>there is no folder &apos;{1}&apos; for the project &apos;{2}&apos;; make it first</source>
        <translation>es gibt keinen Ordner „{1}“ für das Projekt „{2}“; bitte erst anlegen</translation>
    </message>
    <message>
        <source>can&apos;t make the project &apos;{1}&apos;: {2}</source>
        <translation>das Projekt „{1}“ lässt sich nicht anlegen: {2}</translation>
    </message>
    <message>
        <source>raising a cap needs a reason; give one with --reason</source>
        <translation>eine Obergrenze anzuheben braucht eine Begründung</translation>
    </message>
    <message>
        <source>the cap of dataset &apos;{1}&apos; is ε = {2} already: a raise must be above it, not {3}</source>
        <translation>die Obergrenze der Daten „{1}“ ist schon ε = {2}: Eine Anhebung muss darüber liegen, nicht bei {3}</translation>
    </message>
    <message>
        <source>the project has no dataset yet, so there is no budget to raise</source>
        <translation>das Projekt hat noch keine Daten, also gibt es kein Budget anzuheben</translation>
    </message>
    <message>
        <source>there is no project &apos;{1}&apos;; name another with --storage, or start one with run</source>
        <translation>es gibt kein Projekt „{1}“; bitte ein anderes nennen oder eines beginnen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not a Parsimony project: it is no file; choose another</source>
        <translation>„{1}“ ist kein Parsimony-Projekt: Es ist keine Datei; bitte eine andere wählen</translation>
    </message>
    <message>
        <source>the project &apos;{1}&apos; can&apos;t be read: {2}</source>
        <translation>das Projekt „{1}“ lässt sich nicht lesen: {2}</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not a Parsimony project; choose another file</source>
        <translation>„{1}“ ist kein Parsimony-Projekt; bitte eine andere Datei wählen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; was written by a newer version of Parsimony (format {2}, this one reads {3}); update Parsimony</source>
        <translation>„{1}“ wurde von einer neueren Version von Parsimony geschrieben (Format {2}, diese liest {3}); bitte Parsimony aktualisieren</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not a Parsimony project: its format number is wrong; choose another file</source>
        <translation>„{1}“ ist kein Parsimony-Projekt: Die Formatnummer stimmt nicht; bitte eine andere Datei wählen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; has no trial {2}; trials lists what there is</source>
        <translation>„{1}“ hat keinen Versuch {2}</translation>
    </message>
    <message>
        <source>released values in &apos;{1}&apos; are damaged: they don&apos;t match their hash; restore it</source>
        <translation>veröffentlichte Werte in „{1}“ sind beschädigt: Sie passen nicht zu ihrem Hash; bitte wiederherstellen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not a Parsimony project or registry: it is no SQLite file; choose another file</source>
        <translation>„{1}“ ist weder Projekt noch Register von Parsimony: keine SQLite-Datei; bitte eine andere Datei wählen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is locked: another process kept it for 30 seconds; try again when that one is done</source>
        <translation>„{1}“ ist gesperrt: Ein anderer Prozess hielt es 30 Sekunden lang; bitte noch einmal versuchen, wenn er fertig ist</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; can&apos;t be written ({2}); copy it to a folder you may write to</source>
        <translation>„{1}“ lässt sich nicht schreiben ({2}); bitte in einen beschreibbaren Ordner kopieren</translation>
    </message>
    <message>
        <source>no space left on the disk of &apos;{1}&apos;; free some and try again, nothing was lost</source>
        <translation>auf dem Datenträger von „{1}“ ist kein Platz mehr; bitte Platz schaffen und noch einmal versuchen, nichts ging verloren</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is damaged ({2}); restore it from a copy</source>
        <translation>„{1}“ ist beschädigt ({2}); bitte aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>can&apos;t open &apos;{1}&apos; ({2}); check that the folder exists and may be read</source>
        <translation>„{1}“ lässt sich nicht öffnen ({2}); bitte prüfen, ob der Ordner da und lesbar ist</translation>
    </message>
    <message>
        <source>reading or writing &apos;{1}&apos; failed ({2}); check the disk and its free space</source>
        <translation>Lesen oder Schreiben von „{1}“ scheiterte ({2}); bitte Datenträger und freien Platz prüfen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; refused a change ({2}): its history can only be added to</source>
        <translation>„{1}“ hat eine Änderung abgelehnt ({2}): Der Verlauf lässt sich nur ergänzen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not laid out as this version of Parsimony expects ({2}); open it with the version that wrote it, or restore it from a copy</source>
        <translation>„{1}“ ist nicht so aufgebaut, wie diese Version von Parsimony es erwartet ({2}); bitte mit der Version öffnen, die es schrieb, oder aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>the events of this experiment cost ε = {1} on {2}, more than the ε = {3} it takes; nothing was spent</source>
        <translation>die Ereignisse dieses Experiments kosten ε = {1} auf {2}, mehr als die ε = {3}, die es nimmt; nichts wurde ausgegeben</translation>
    </message>
    <message>
        <source>experiment {1} reserved too little of {2} for this trial; nothing was spent</source>
        <translation>Experiment {1} hat für diesen Versuch zu wenig von {2} reserviert; nichts wurde ausgegeben</translation>
    </message>
    <message>
        <source>no noise multiplier is large enough: there is no budget left for this release</source>
        <translation>kein Rauschfaktor ist groß genug: Für diese Veröffentlichung ist kein Budget mehr da</translation>
    </message>
    <message>
        <source>an account of kind gaussian takes Gaussian releases only; sub-sampled mechanisms and private selection need an account of kind slices</source>
        <translation>ein Konto der Art „gaussian“ nimmt nur Gaußsche Veröffentlichungen; unterabgetastete Mechanismen und private Auswahl brauchen ein Konto der Art „slices“</translation>
    </message>
    <message>
        <source>a release without noise costs an infinite epsilon, so no account can pay for it</source>
        <translation>eine Veröffentlichung ohne Rauschen kostet unendlich viel ε, kein Konto kann sie bezahlen</translation>
    </message>
    <message>
        <source>no run of a private selection fits epsilon = {1} with this family and mean of runs: lower --runs-mean or raise the budget</source>
        <translation>kein Lauf einer privaten Auswahl passt mit dieser Familie und mittleren Zahl von Läufen in ε = {1}: bitte weniger Läufe (--runs-mean) oder mehr Budget</translation>
    </message>
    <message>
        <source>the train part&apos;s budget of epsilon = {1} is used up: raise it with `budget raise`, if that can be justified</source>
        <translation>das Budget des Trainingsteils von ε = {1} ist aufgebraucht: bitte die Obergrenze anheben, wenn sich das rechtfertigen lässt</translation>
    </message>
    <message>
        <source>the train part&apos;s account adds up Gaussian releases only (its first experiment fixed that), and a sub-sampled trainer or a private selection needs slices: use full batches (--sample-rate 1) and a method whose every run is charged, or another dataset</source>
        <translation>das Konto des Trainingsteils addiert nur Gaußsche Veröffentlichungen (sein erstes Experiment hat das festgelegt), und ein unterabgetasteter Trainer oder eine private Auswahl braucht Scheiben: bitte alle Zeilen je Schritt (--sample-rate 1) und eine Methode, die jeden Lauf belastet, oder andere Daten</translation>
    </message>
    <message>
        <source>--experiment-epsilon {1} is more than the train part has left, so ask for less ({2})</source>
        <translation>das Experiment nimmt ε = {1}, mehr als der Trainingsteil noch hat; bitte weniger nehmen ({2})</translation>
    </message>
    <message>
        <source>--test-epsilon {1} is more than the test part has left, so ask for less ({2})</source>
        <translation>der Blick auf den Testteil nimmt ε = {1}, mehr als er noch hat; bitte weniger nehmen ({2})</translation>
    </message>
    <message>
        <source>the validation part&apos;s budget is used up: use --score noisy</source>
        <translation>das Budget des Validierungsteils ist aufgebraucht: bitte --score noisy nehmen</translation>
    </message>
    <message>
        <source>--epsilon is needed: the dataset&apos;s total privacy budget, set once</source>
        <translation>ε fehlt: das gesamte Privatsphäre-Budget der Daten, ein für alle Mal gesetzt</translation>
    </message>
    <message>
        <source>--delta is needed: the dataset&apos;s total privacy budget is a pair (epsilon, delta)</source>
        <translation>δ fehlt: Das gesamte Privatsphäre-Budget der Daten ist ein Paar (ε, δ)</translation>
    </message>
    <message>
        <source>--trials must be at least 1</source>
        <translation>die Zahl der Versuche muss mindestens 1 sein</translation>
    </message>
    <message>
        <source>--steps: a run needs at least one step</source>
        <translation>ein Lauf braucht mindestens einen Schritt (--steps)</translation>
    </message>
    <message>
        <source>a fit of degree {1} needs at least {2} phases with different budgets, not {3}: give more in --phase-epsilons</source>
        <translation>eine Anpassung vom Grad {1} braucht mindestens {2} Phasen mit verschiedenen Budgets, nicht {3}: bitte mehr Phasen</translation>
    </message>
    <message>
        <source>--mean private needs --mean-epsilon, what the mean may take of the experiment</source>
        <translation>--mean private braucht --mean-epsilon: was der Mittelwert vom Experiment nehmen darf</translation>
    </message>
    <message>
        <source>--score exact is for public data only: choosing by an exact count has no (epsilon, delta) guarantee</source>
        <translation>exakte Bewertungen (--score exact) gibt es nur auf öffentlichen Daten: Für eine Wahl nach genauer Zählung gilt kein (ε, δ)</translation>
    </message>
    <message>
        <source>--score validation needs a validation part: give --validation and --validation-labels</source>
        <translation>--score validation braucht einen Validierungsteil: bitte unter Daten wählen</translation>
    </message>
    <message>
        <source>--seed is for public data only: whoever knows the seed can subtract the noise</source>
        <translation>einen Seed gibt es nur auf öffentlichen Daten: Wer ihn kennt, kann das Rauschen abziehen</translation>
    </message>
    <message>
        <source>--method oracle is for public data only: its choice by uncharged scores has no (epsilon, delta) guarantee</source>
        <translation>--method oracle gibt es nur auf öffentlichen Daten: Für eine Wahl nach unbelasteten Bewertungen gilt kein (ε, δ)</translation>
    </message>
    <message>
        <source>--trainer {1} works on the linear head only; use --head linear</source>
        <translation>--trainer {1} arbeitet nur mit dem linearen Kopf; bitte --head linear</translation>
    </message>
    <message>
        <source>--sample-rate is for {1}; {2} reads every record</source>
        <translation>--sample-rate ist für {1}; {2} liest jeden Datensatz</translation>
    </message>
    <message>
        <source>--sample-rate must lie above 0 and be at most 1, not {1}</source>
        <translation>--sample-rate muss über 0 und höchstens bei 1 liegen, nicht bei {1}</translation>
    </message>
    <message>
        <source>--momentum must be below 1, not {1}</source>
        <translation>--momentum muss unter 1 liegen, nicht bei {1}</translation>
    </message>
    <message>
        <source>--max-grad-norm must be at most 1e20, not {1}</source>
        <translation>--max-grad-norm darf höchstens 1e20 sein, nicht {1}</translation>
    </message>
    <message>
        <source>--gram-fraction must lie between 0 and 1, not {1}</source>
        <translation>--gram-fraction muss zwischen 0 und 1 liegen, nicht bei {1}</translation>
    </message>
    <message>
        <source>--init-bias needs --bias</source>
        <translation>--init-bias braucht --bias</translation>
    </message>
    <message>
        <source>--head hidden:H needs --init he: from zero weights no gradient flows</source>
        <translation>--head hidden:H braucht --init he: Von Nullgewichten fließt kein Gradient</translation>
    </message>
    <message>
        <source>--runs-mean must lie in 1..10000, not {1}</source>
        <translation>--runs-mean muss zwischen 1 und 10000 liegen, nicht bei {1}</translation>
    </message>
    <message>
        <source>--subset-fraction must lie between 0 and 1, not {1}</source>
        <translation>--subset-fraction muss zwischen 0 und 1 liegen, nicht bei {1}</translation>
    </message>
    <message>
        <source>koskela-kulkarni draws the tuning set row by row, so its guarantee does not hold for people with several rows: use another --method</source>
        <translation>koskela-kulkarni zieht die Suchmenge Zeile für Zeile, seine Garantie gilt nicht für Personen mit mehreren Zeilen: bitte eine andere Methode</translation>
    </message>
    <message>
        <source>--device {1} cannot be used: this program has no CUDA backend; use --device cpu</source>
        <translation>--device {1} geht nicht: Dieses Programm hat kein CUDA-Backend; bitte --device cpu</translation>
    </message>
    <message>
        <source>--device must be auto, cpu, cuda, cuda:N, cuda:N,M or cuda:all, not &quot;{1}&quot;</source>
        <translation>--device ist auto, cpu, cuda, cuda:N, cuda:N,M oder cuda:all, nicht „{1}“</translation>
    </message>
    <message>
        <source>--device {1} is for public data only: nothing is known of the rounding of its sums; use --device cpu</source>
        <translation>--device {1} ist nur für öffentliche Daten: Über die Rundung seiner Summen ist nichts bekannt; bitte --device cpu</translation>
    </message>
    <message>
        <source>--device {1} failed the check that a run on private data needs ({2}); nothing is spent, use --device cpu</source>
        <translation>--device {1} hat die Prüfung nicht bestanden, die ein Lauf auf privaten Daten braucht ({2}); nichts wurde ausgegeben, bitte --device cpu</translation>
    </message>
    <message>
        <source>refused, nothing was spent: {1} has not enough budget left (requested epsilon {2}, remaining {3}, missing {4}); ask for less, or raise the cap with budget raise</source>
        <translation>abgelehnt, nichts wurde ausgegeben: Das Budget reicht nicht ({1}; verlangt ε = {2}, übrig {3}, es fehlen {4}); bitte weniger verlangen oder die Obergrenze anheben</translation>
    </message>
    <message>
        <source>refused, nothing was spent: {1} has not enough delta left: {2} of {3} asked for (requested epsilon {4}, remaining {5}, missing {6}); ask for less, or raise the cap with budget raise</source>
        <translation>abgelehnt, nichts wurde ausgegeben: δ reicht nicht ({1}): {2} von {3}, die verlangt sind (verlangt ε = {4}, übrig {5}, es fehlen {6}); bitte weniger verlangen oder die Obergrenze anheben</translation>
    </message>
    <message>
        <source>the phases cost epsilon = {1}, more than the {2} there are by {3}, and leave nothing for the final run: lower --phase-epsilons or --trials</source>
        <translation>die Phasen kosten ε = {1}, um {3} mehr als die {2}, die da sind, und lassen dem letzten Lauf nichts: bitte ε der Phasen oder die Zahl der Versuche senken</translation>
    </message>
    <message>
        <source>the phases cost epsilon = {1}, all there is, and leave nothing for the final run: lower --phase-epsilons or --trials</source>
        <translation>die Phasen kosten ε = {1}, alles, was da ist, und lassen dem letzten Lauf nichts: bitte ε der Phasen oder die Zahl der Versuche senken</translation>
    </message>
    <message>
        <source>{1} has no array &apos;{2}&apos;. Keys: {3}</source>
        <translation>{1} hat kein Array „{2}“. Schlüssel: {3}</translation>
    </message>
    <message>
        <source>{1} has no array &apos;{2}&apos;; did you mean &apos;{3}&apos;? Keys: {4}</source>
        <translation>{1} hat kein Array „{2}“; gemeint vielleicht „{3}“? Schlüssel: {4}</translation>
    </message>
    <message>
        <source>no project is open</source>
        <translation>es ist kein Projekt offen</translation>
    </message>
    <message>
        <source>not enough memory for this: close other programs or use a smaller file</source>
        <translation>dafür reicht der Speicher nicht: bitte andere Programme schließen oder eine kleinere Datei nehmen</translation>
    </message>
    <message>
        <source>{1} must be a whole number from {2} to {3}, not {4}</source>
        <translation>{1} muss eine ganze Zahl von {2} bis {3} sein, nicht {4}</translation>
    </message>
    <message>
        <source>{1} must be a whole number of at least {2}, not {3}</source>
        <translation>{1} muss eine ganze Zahl von mindestens {2} sein, nicht {3}</translation>
    </message>
    <message>
        <source>{1} must be a finite number, not {2}</source>
        <translation>{1} muss eine endliche Zahl sein, nicht {2}</translation>
    </message>
    <message>
        <source>{1} must be a number above {2}, not {3}</source>
        <translation>{1} muss eine Zahl über {2} sein, nicht {3}</translation>
    </message>
    <message>
        <source>{1} must be a number of at least {2}, not {3}</source>
        <translation>{1} muss eine Zahl von mindestens {2} sein, nicht {3}</translation>
    </message>
    <message>
        <source>{1} must be a number above {2} and below {3}, not {4}</source>
        <translation>{1} muss eine Zahl über {2} und unter {3} sein, nicht {4}</translation>
    </message>
    <message>
        <source>{1} must be a number above {2} and at most {3}, not {4}</source>
        <translation>{1} muss eine Zahl über {2} und höchstens {3} sein, nicht {4}</translation>
    </message>
    <message>
        <source>{1} must be a number of at least {2} and below {3}, not {4}</source>
        <translation>{1} muss eine Zahl von mindestens {2} und unter {3} sein, nicht {4}</translation>
    </message>
    <message>
        <source>{1} must be a number from {2} to {3}, not {4}</source>
        <translation>{1} muss eine Zahl von {2} bis {3} sein, nicht {4}</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; is not a whole number</source>
        <translation>{1}: „{2}“ ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>{1}: {2} is too large; at most {3}</source>
        <translation>{1}: {2} ist zu groß; höchstens {3}</translation>
    </message>
    <message>
        <source>{1} must be true or false, not &apos;{2}&apos;</source>
        <translation>{1} muss true oder false sein, nicht „{2}“</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; is not NAME=FEATURES,LABELS</source>
        <translation>{1}: „{2}“ ist nicht NAME=MERKMALE,LABELS</translation>
    </message>
    <message>
        <source>{1}: the name &apos;{2}&apos; is given twice</source>
        <translation>{1}: der Name „{2}“ steht zweimal da</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; is none of {3}</source>
        <translation>{1}: „{2}“ ist keines von {3}</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; is none of {3}; did you mean {4}?</source>
        <translation>{1}: „{2}“ ist keines von {3}; meinten Sie {4}?</translation>
    </message>
</context>
</TS>
